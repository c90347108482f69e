import assert from 'node:assert/strict'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as module from '../riffle.js'
import { fake, folder, replaced } from '../../shared/test/fake.mjs'

const text = 'INFO line\n'.repeat(2000)
const call = { tool: 'bash', sessionID: 's1', callID: 'c1', args: { command: 'make' } }
const result = (output = text, metadata = { exit: 2 }) => ({ title: 't', output, metadata })

/** The listener of a plugin with these settings, and what it said. */
async function mount(settings, log = []) {
  const input = { directory: process.cwd(), client: { app: { log: async ({ body }) => { log.push(body) } } } }
  const hooks = await module.Riffle(input, settings)
  return hooks['tool.execute.after']
}

test('nothing but the plugin is exported: the harness calls whatever is', () => {
  assert.deepEqual(Object.keys(module), ['Riffle'])
})

test('the output of a tool is shortened in place', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const after = await mount({ socket: server.path, targetTokens: 700 })
  const output = result()
  await after(call, output)
  assert.match(output.output, /^\[riffle: .*\/store\/original/)
  assert.deepEqual([output.title, output.metadata], ['t', { exit: 2 }])
  assert.deepEqual(server.requests, [{
    id: 1,
    exec: { callId: 'c1', name: 'bash', arguments: { command: 'make' }, session: 's1' },
    result: { isError: false, exitStatus: 2, content: [{ type: 'text', text }] },
    decision: { kind: 'accept' },
    options: { targetTokens: 700 },
  }])
})

test('the blocks of an MCP server become one, in the same list', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const content = [{ type: 'text', text }, { type: 'text', text }]
  const output = { content, structuredContent: { a: 1 }, isError: true }
  await (await mount({ socket: server.path }))({ ...call, tool: 'fs_read_file' }, output)
  assert.equal(output.content, content)
  assert.equal(content.length, 1)
  assert.match(content[0].text, /^\[riffle: /)
  assert.deepEqual(output.structuredContent, { a: 1 })
  assert.equal(server.requests[0].result.isError, true)
})

test('what the harness cut is read from its file, if that ends with what was kept', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const path = join(folder(t), 'tool_1')
  writeFileSync(path, text)
  const cut = (tail) => result(`...output truncated...\n\nFull output saved to: ${path}\n\n${tail}`, { exit: 0, truncated: true, outputPath: path })
  const after = await mount({ socket: server.path })
  const tail = text.slice(-9000)
  await after(call, cut(tail))
  assert.equal(server.requests[0].result.content[0].text, text)
  for (const output of [cut(tail + '<metadata>'), { ...cut(tail), metadata: { truncated: true, outputPath: '/nonexistent' } }]) {
    const before = output.output
    await after(call, output)
    assert.equal(server.requests.at(-1).result.content[0].text, before)
  }
})

const passes = {
  'an excluded tool': [{ ...call, tool: 'read' }, result()],
  'a small output': [call, result('x'.repeat(8192))],
  'an output that is no text': [call, { title: 't', output: 5 }],
  'an image beside the text': [call, { content: [{ type: 'text', text }, { type: 'image', data: 'a' }] }],
  'nothing': [call, undefined],
}
for (const [name, [c, output]] of Object.entries(passes)) {
  test(`${name} passes unasked`, async (t) => {
    const server = await fake(t, (r) => replaced(r))
    const before = structuredClone(output)
    await (await mount({ socket: server.path }))(c, output)
    assert.deepEqual(output, before)
    assert.equal(server.requests.length, 0)
  })
}

const faults = {
  'a crash in mid-call': (r, c) => { c.destroy() },
  'a hang': () => undefined,
  'garbage': () => 'garbage\n',
  'a decision that changes nothing': (r) => ({ id: r.id, decision: null, outcome: { action: 'passed' } }),
  'a text that is not kept': (r) => ({ ...replaced(r), locator: null }),
}
for (const [name, answer] of Object.entries(faults)) {
  test(`${name} leaves the output as it is and throws nothing`, async (t) => {
    const server = await fake(t, answer)
    const output = result()
    await (await mount({ socket: server.path, timeoutMs: name === 'a hang' ? 50 : 5000 }))(call, output)
    assert.equal(output.output, text)
    assert.equal(server.requests.length, 1)
  })
}

test('an output that cannot be changed stays', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const log = []
  const after = await mount({ socket: server.path }, log)
  const output = Object.freeze(result())
  await after(call, output)
  assert.equal(output.output, text)
  assert.equal(log[0].level, 'warn')
})

test('no program, no server and no log: nothing is thrown', async (t) => {
  const hooks = await module.Riffle(undefined, { socket: join(folder(t), 's.sock'), command: 'no-such-program' })
  const output = result()
  await hooks['tool.execute.after'](call, output)
  await hooks['tool.execute.after'](call, output)
  assert.equal(output.output, text)
})

test('settings with a fault switch the plugin off, and the log says why', async () => {
  const log = []
  assert.equal(await mount({ tresholdChars: 1 }, log), undefined)
  assert.match(log[0].message, /switched off: tresholdChars is no key/)
  assert.equal(log[0].level, 'error')
  assert.equal(await mount({ enabled: false }), undefined)
})

test('dropped in, it reads the settings beside it', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const dir = folder(t)
  const here = (path) => fileURLToPath(new URL(path, import.meta.url))
  cpSync(here('../riffle.js'), join(dir, 'riffle.mjs')) // a folder without package.json: Node.js goes by the name
  mkdirSync(join(dir, 'riffle'))
  writeFileSync(join(dir, 'riffle', 'package.json'), '{"type": "module"}')
  for (const name of ['client.js', 'settings.js']) cpSync(here(`../riffle/${name}`), join(dir, 'riffle', name))
  writeFileSync(join(dir, 'riffle', 'config.json'), JSON.stringify({ socket: server.path, excludeTools: ['webfetch'] }))
  const { Riffle } = await import(join(dir, 'riffle.mjs'))
  const hooks = await Riffle({}, undefined)
  const output = result()
  await hooks['tool.execute.after']({ ...call, tool: 'webfetch' }, output)
  assert.equal(output.output, text)
  await hooks['tool.execute.after'](call, output)
  assert.match(output.output, /^\[riffle: /)
  writeFileSync(join(dir, 'riffle', 'config.json'), '{')
  assert.deepEqual(await Riffle({}, undefined), {})
})
