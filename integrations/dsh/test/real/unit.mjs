// The plugin among the real packages: Context, ToolRuntime, LocalSpillStore, SpillPolicy
// and a real host. It runs in a folder where they are installed (see install.sh).
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { Context } from '@deepseek-ai/cordis'
import SystemPrompt from '@deepseek-ai/dsh-system-prompt'
import ToolRuntime, { defineContentToolFixture } from '@deepseek-ai/dsh-tools'
import { CallId } from '@deepseek-ai/dsh-llm'
import LocalSpillStore from '@deepseek-ai/dsh-spill-local'
import * as SpillPolicy from '@deepseek-ai/dsh-spill-policy'
import * as Riffle from 'dsh-riffle'
import { command, log, serve, stopServer } from './common.mjs'

const text = (value) => [{ type: 'text', text: value }]

async function harness(t, { config, store = true, policyFirst = true, policy = true, tools = {} } = {}) {
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, { persona: '' })
  await ctx.plugin(ToolRuntime)
  if (store) await ctx.plugin(LocalSpillStore, {})
  if (policy && policyFirst) await ctx.plugin(SpillPolicy, { maxInlineBytes: 50000 })
  const fiber = await ctx.plugin(Riffle, config)
  if (policy && !policyFirst) await ctx.plugin(SpillPolicy, { maxInlineBytes: 50000 })
  for (const [name, content] of Object.entries({ bash: text(log), ...tools })) {
    ctx.tools.register(defineContentToolFixture({ name, description: name, parameters: {}, async execute() { return content } }))
  }
  t.after(() => fiber.dispose?.())
  return {
    ctx, fiber,
    run: (name, more = {}) => ctx.tools.execute({
      callId: CallId('c-' + name), name, arguments: { command: 'make' },
      agent: { session: { header: { id: 's1' } } }, signal: new AbortController().signal, ...more,
    }),
  }
}

const server = await serve()
const config = { socket: server.socket, startMs: 2000, timeoutMs: 20000 }

for (const policyFirst of [true, false]) {
  test(`a large result is shortened, ${policyFirst ? 'after' : 'before'} the spill policy in load order`, async (t) => {
    const { run } = await harness(t, { config, policyFirst })
    const r = await run('bash')
    assert.equal(r.isError, false)
    const shown = r.content[0].text
    assert.match(shown, /^\[riffle: /)
    assert.ok(shown.length < 20000, `${shown.length} characters`)
    const path = /the original is (\S+)/.exec(shown)[1]
    assert.ok(path.includes('dsh-spill-'), path)
    assert.equal(readFileSync(path, 'utf8'), log, 'the stored original is what the tool printed')
    assert.match(shown, /Use read with offset/)
    assert.deepEqual(r.value, (await plain()).value, 'the value is as without the plugin')
    if (policyFirst) console.log(`unit: ${log.length} characters become ${shown.length}\n${shown.slice(0, 700)}`)
  })
}

test('of several blocks, numbers and hash are those of the stored original', async (t) => {
  const lines = Array.from({ length: 3000 }, (_, i) => (i === 2500 ? 'ERROR the disk of shard 7 is full' : `2026-01-01 INFO line ${i}`))
  const blocks = [lines.slice(0, 1000), lines.slice(1000, 2000), lines.slice(2000)].flatMap((part) => text(part.join('\n')))
  const { run } = await harness(t, { config, tools: { several: blocks } })
  const shown = (await run('several')).content[0].text
  const original = readFileSync(/the original is (\S+)/.exec(shown)[1], 'utf8')
  assert.equal(original, lines.join('\n'))
  assert.ok(createHash('sha256').update(original).digest('hex').startsWith(/sha256 ([0-9a-f]{12})/.exec(shown)[1]), shown)
  const [, number] = /^(\d+):ERROR the disk/m.exec(shown)
  assert.equal(original.split('\n')[number - 1], lines[2500])
})

/** The result without the plugin. */
async function plain() {
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, { persona: '' })
  await ctx.plugin(ToolRuntime)
  ctx.tools.register(defineContentToolFixture({ name: 'bash', description: 'b', parameters: {}, async execute() { return text(log) } }))
  return ctx.tools.execute({ callId: CallId('c'), name: 'bash', arguments: {}, agent: { session: { header: { id: 's1' } } }, signal: new AbortController().signal })
}

test('read, mixed and small results stay untouched', async (t) => {
  const mixed = [...text(log.slice(0, 40000)), { type: 'reasoning', text: 'x' }]
  const { run } = await harness(t, { config, tools: { read: text(log.slice(0, 40000)), mixed, small: text('ok') } })
  assert.deepEqual((await run('read')).content, text(log.slice(0, 40000)))
  assert.deepEqual((await run('mixed')).content, mixed)
  assert.deepEqual((await run('small')).content, text('ok'))
})

test('a call without a session stays untouched', async (t) => {
  const { run } = await harness(t, { config, policy: false })
  assert.deepEqual((await run('bash', { agent: undefined })).content, text(log))
})

test('without a spill store the host stores the original', async (t) => {
  const { run } = await harness(t, { config, store: false })
  const shown = (await run('bash')).content[0].text
  assert.match(shown, /^\[riffle: /)
  const path = /the original is (\S+)/.exec(shown)[1]
  assert.ok(path.startsWith(server.home), path)
  assert.equal(readFileSync(path, 'utf8'), log)
})

test('contexts of listeners downstream survive, a block stays a block, a throw stays a throw', async (t) => {
  const { ctx, run } = await harness(t, { config })
  let say = () => ({ kind: 'accept', additionalContexts: [{ text: 'remember' }] })
  let seen
  ctx.on('tools/post-execute', async (exec, result, next) => { await next(); return (seen = say()) })
  const r = await run('bash')
  assert.match(r.content[0].text, /^\[riffle: /)
  assert.ok(Object.keys(seen).length === 2, 'the decision was not changed in place')
  say = () => ({ kind: 'block', feedback: 'no' })
  assert.equal((await run('bash')).isError, true)
  say = () => { throw new Error('downstream') }
  assert.equal((await run('bash')).isError, true)
})

test('a configuration with an unknown key fails at load', async () => {
  const ctx = new Context()
  await ctx.plugin(SystemPrompt, { persona: '' })
  await ctx.plugin(ToolRuntime)
  await assert.rejects(async () => { await ctx.plugin(Riffle, { treshold: 1 }) }, /treshold is no key; expected one of enabled, thresholdChars/)
})

test('a host that is killed in mid-call costs nothing but the saving', async (t) => {
  // The killed host: it takes the request, and is gone before it answers.
  const path = join(server.home, 'killed.sock')
  let asked = 0
  const dying = createServer((c) => { c.on('error', () => {}); c.once('data', () => { asked++; c.destroy(); dying.close() }) })
  await new Promise((resolve) => dying.listen(path, resolve))
  const { run } = await harness(t, { config: { ...config, socket: path, startMs: 50, command: 'no-such-program' }, policy: false })
  const r = await run('bash')
  assert.equal(asked, 1)
  assert.equal(r.isError, false)
  assert.deepEqual(r.content, text(log))
  assert.deepEqual((await run('bash')).content, text(log), 'and so for the next call, where nobody listens')
})

test('a real host that is killed while it works: the original, then the native spill policy', async (t) => {
  const second = await serve()
  t.after(() => second.stop())
  const big = log.repeat(60)
  const { run } = await harness(t, { config: { socket: second.socket, startMs: 50, timeoutMs: 20000, command: 'no-such-program' }, tools: { big: text(big) } })
  second.child.kill('SIGSTOP') // it takes connections and bytes, and cannot answer
  let done = false
  const going = run('big').finally(() => { done = true })
  await new Promise((r) => setTimeout(r, 60))
  assert.equal(done, false)
  second.child.kill('SIGKILL')
  const r = await going
  assert.equal(r.isError, false)
  assert.doesNotMatch(r.content[0].text, /^\[riffle: /)
  const kept = /stored at: (\S+?)\. /.exec(r.content[0].text)[1]
  assert.equal(readFileSync(kept, 'utf8'), big, 'what the spill policy stored is the whole original')
})

test('where a killed host left its socket, the next call starts another', async (t) => {
  const gone = await serve()
  await gone.kill()
  const { run } = await harness(t, { config: { socket: gone.socket, command, startMs: 20000, timeoutMs: 60000 } })
  assert.match((await run('bash')).content[0].text, /^\[riffle: /)
  await stopServer(gone.socket)
  await gone.stop()
})

test.after(() => server.stop())
