import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as plugin from '../index.js'
import { fake, folder, replaced } from '../../shared/test/fake.mjs'

const text = 'INFO line\n'.repeat(2000)
const block = (value) => [{ type: 'text', text: value }]

/** The listener that the plugin registers, and what it does to its context. */
function mount(t, config, store) {
  const seen = { warnings: [], on: [] }
  const disposers = []
  plugin.apply({
    effect: (make) => disposers.push(make()),
    get: (name) => (name === 'spillStore' ? store : undefined),
    logger: { warn: (message) => seen.warnings.push(message) },
    on: (...args) => seen.on.push(args),
  }, config)
  t?.after(() => disposers.forEach((dispose) => dispose()))
  return { ...seen, seen, listen: seen.on[0]?.[1] }
}

const store = (saved = []) => ({
  saved,
  async saveText(save) {
    saved.push(save)
    return { locator: `/spill/${saved.length}`, bytes: save.content.length, retrievalHint: 'Use read\nwith offset.' }
  },
})

const exec = (more) => Object.freeze({ callId: 'c1', name: 'bash', arguments: Object.freeze({ command: 'make' }), agent: { session: { header: { id: 's1' } } }, ...more })
const result = (content = block(text), more) => deepFreeze({ isError: false, value: { exitCode: 3, big: 1 }, content, ...more })
const accept = deepFreeze({ kind: 'accept' })

function deepFreeze(v) {
  if (v && typeof v === 'object') Object.values(v).forEach(deepFreeze)
  return Object.freeze(v)
}

test('it is appended, needs the tools, and exports no default', (t) => {
  const { on } = mount(t, { socket: '/nonexistent', command: 'no-such-program' })
  assert.equal(on.length, 1)
  assert.equal(on[0][0], 'tools/post-execute')
  assert.equal(on[0][2]?.prepend ?? false, false)
  assert.deepEqual(plugin.inject, ['tools'])
  assert.equal(plugin.default, undefined)
})

test('a disabled plugin listens to nothing', (t) => {
  assert.equal(mount(t, { enabled: false }).on.length, 0)
})

test('the original is stored first, and the host is told where', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const s = store()
  const { listen } = mount(t, { socket: server.path, targetTokens: 700 }, s)
  const downstream = deepFreeze({ kind: 'accept', additionalContexts: [{ a: 1 }] })
  const decision = await listen(exec(), result(), async () => downstream)
  assert.match(decision.content[0].text, /all kept: \/spill\/1\]/)
  assert.deepEqual(decision.additionalContexts, downstream.additionalContexts)
  assert.deepEqual(s.saved, [{ owner: { sessionId: 's1' }, source: { toolName: 'bash', callId: 'c1', label: 'result' }, suggestedName: 'bash.txt', content: text }])
  const [asked] = server.requests
  assert.deepEqual(asked.exec, { callId: 'c1', name: 'bash', arguments: { command: 'make' }, session: 's1' })
  assert.deepEqual(asked.result, { isError: false, exitStatus: 3, content: block(text) })
  assert.deepEqual(asked.options.spill, { locator: '/spill/1', hint: 'Use read with offset.' })
  assert.equal(asked.options.targetTokens, 700)
})

test('of several blocks one text is stored, and that very text is asked about', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const s = store()
  const blocks = [{ type: 'text', text: text + 'a', id: 7 }, ...block('b\n'), ...block('c')]
  await mount(t, { socket: server.path }, s).listen(exec(), result(blocks), async () => accept)
  assert.equal(s.saved[0].content, text + 'a\nb\nc')
  assert.deepEqual(server.requests[0].result.content, [{ type: 'text', text: s.saved[0].content, id: 7 }])
})

test('bounds of the preview are sent where they are not the standard ones', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  await mount(t, { socket: server.path }, store()).listen(exec(), result(), async () => accept)
  await mount(t, { socket: server.path, headChars: 100 }, store()).listen(exec(), result(), async () => accept)
  assert.deepEqual(server.requests.map((r) => r.options.preview), [undefined, { thresholdChars: 8192, headChars: 100, tailChars: 1024 }])
})

test('what a listener downstream put in place is what is shortened', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const other = text.replaceAll('INFO', 'WARN')
  const s = store()
  await mount(t, { socket: server.path }, s).listen(exec(), result(), async () => ({ kind: 'accept', content: block(other) }))
  assert.equal(s.saved[0].content, other)
  assert.deepEqual(server.requests[0].result.content, block(other))
})

test('a failed call may be shortened, and stays failed', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const decision = await mount(t, { socket: server.path }, store()).listen(exec(), result(block(text), { isError: true, value: undefined }), async () => accept)
  assert.match(decision.content[0].text, /^\[riffle: /)
  assert.equal(server.requests[0].result.isError, true)
})

const passes = {
  'a block': [exec(), result(), { kind: 'block', feedback: 'no' }],
  'a replaced value': [exec(), result(), { kind: 'accept', value: 1 }],
  'a replaced value that is undefined': [exec(), result(), { kind: 'accept', value: undefined }],
  'a kind of a later version': [exec(), result(), { kind: 'defer' }],
  'a nested call': [exec({ parent: 'c0' }), result(), accept],
  'an excluded tool': [exec({ name: 'read' }), result(), accept],
  'content that is not all text': [exec(), result([...block(text), { type: 'image', attachment: 'a' }]), accept],
  'a text of the threshold': [exec(), result(block('x'.repeat(8192))), accept],
  'a call of no session': [exec({ agent: undefined }), result(), accept],
  'half of a surrogate pair': [exec(), result(block(text + '\ud83d')), accept],
  'a cancelled call': [exec({ signal: AbortSignal.abort() }), result(), accept],
}
for (const [name, [e, r, decision]] of Object.entries(passes)) {
  test(`${name} passes, the same object, unasked and unstored`, async (t) => {
    const server = await fake(t, (q) => replaced(q))
    const s = store()
    assert.equal(await mount(t, { socket: server.path }, s).listen(e, r, async () => decision), decision)
    assert.equal(server.requests.length, 0)
    assert.equal(s.saved.length, 0)
  })
}

test('a throw downstream is thrown on', async (t) => {
  const { listen } = mount(t, { socket: '/nonexistent', command: 'no-such-program' }, store())
  await assert.rejects(listen(exec(), result(), async () => { throw new Error('downstream') }), /downstream/)
})

const faults = {
  'a crash in mid-call': { answer: (r, c) => { c.destroy() } },
  'a hang': { answer: () => undefined, config: { timeoutMs: 50 } },
  'garbage': { answer: () => 'garbage\n' },
  'a decision that changes nothing': { answer: (r) => ({ id: r.id, decision: null, outcome: { action: 'passed', reason: 'queue-full' } }) },
  'a text that is not shorter': { answer: (r) => replaced(r, `[riffle: ${text} LOCATOR]`) },
  'a text without the locator': { answer: (r) => replaced(r, '[riffle: log]\nok') },
  'a store that fails': { answer: (r) => replaced(r), spill: { async saveText() { throw new Error('disk full') } } },
  'a store that says nothing': { answer: (r) => replaced(r), spill: { async saveText() {} } },
  'a store that hangs': { answer: (r) => replaced(r), spill: { saveText: () => new Promise(() => {}) }, config: { timeoutMs: 50 } },
}
for (const [name, { answer, config, spill = store() }] of Object.entries(faults)) {
  test(`${name} leaves the result as it is`, async (t) => {
    const server = await fake(t, answer)
    const { listen } = mount(t, { socket: server.path, ...config }, spill)
    assert.equal(await listen(exec(), result(), async () => accept), accept)
  })
}

test('no server and no program: the result as it is, nothing stored, one warning for many calls', async (t) => {
  const s = store()
  const { listen, seen } = mount(t, { socket: join(folder(t), 's.sock'), command: 'no-such-program' }, s)
  for (let i = 0; i < 5; i++) assert.equal(await listen(exec(), result(), async () => accept), accept)
  assert.equal(s.saved.length, 0)
  assert.ok(seen.warnings.length >= 1 && seen.warnings.length <= 2, seen.warnings.join('\n'))
})

test('without a spill store the host stores the original', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const decision = await mount(t, { socket: server.path }).listen(exec(), result(), async () => accept)
  assert.equal(server.requests[0].options.spill, undefined)
  assert.match(decision.content[0].text, /\/store\/original/)
})

test('without a spill store, a folder of the configuration: a file that only this user can read', async (t) => {
  const server = await fake(t, (r) => replaced(r))
  const dir = join(folder(t), 'spill')
  const decision = await mount(t, { socket: server.path, spillDir: dir }).listen(exec({ name: 'mcp/../x' }), result(), async () => accept)
  const [session] = readdirSync(dir)
  const [file] = readdirSync(join(dir, session))
  assert.match(file, /^[0-9a-f]{12}-mcp~002F\.\.~002Fx\.txt$/)
  const path = join(dir, session, file)
  assert.equal(readFileSync(path, 'utf8'), text)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(statSync(join(dir, session)).mode & 0o777, 0o700)
  assert.ok(decision.content[0].text.includes(path))
})

test('the defaults', () => {
  const c = plugin.Config(undefined)
  assert.deepEqual([c.thresholdChars, c.headChars, c.tailChars, c.excludeTools, c.spillDir], [8192, 4096, 1024, ['read'], undefined])
  assert.deepEqual(plugin.Config['~standard'].validate({ thresholdChars: 20000 }).value.thresholdChars, 20000)
})

const refused = {
  'an unknown key': [{ tresholdChars: 1 }, /tresholdChars is no key; expected one of/],
  'a wrong type': [{ excludeTools: 'read' }, /excludeTools is "read"; expected a list of tool names/],
  'a fraction': [{ timeoutMs: 1.5 }, /timeoutMs is 1.5; expected a whole number/],
  'head and tail that leave no room': [{ headChars: 7168 }, /headChars \+ tailChars is 8192; expected less than thresholdChars, 8192/],
  'a target over the ceiling': [{ targetTokens: 10, maxTokens: 5 }, /targetTokens is 10; expected at most maxTokens, 5/],
  'no map': [[1], /are no map/],
}
for (const [name, [config, message]] of Object.entries(refused)) {
  test(`${name} fails at load`, () => {
    assert.throws(() => plugin.Config(config), message)
    assert.match(plugin.Config['~standard'].validate(config).issues[0].message, message)
    assert.throws(() => mount(undefined, config), message)
  })
}
