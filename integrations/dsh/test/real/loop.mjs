// The whole agent loop with a scripted model: what does its second request hold?
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { log, serve } from './common.mjs'

// Node.js before 22 lacks this; the packages use it.
Promise.withResolvers ??= () => {
  let resolve, reject
  const promise = new Promise((a, b) => { resolve = a; reject = b })
  return { promise, resolve, reject }
}

const { Context } = await import('@deepseek-ai/cordis')
const { default: LlmRuntime, createUserMessage, CallId, LlmAdapter } = await import('@deepseek-ai/dsh-llm')
const { default: SessionStore, SessionId } = await import('@deepseek-ai/dsh-session')
const { default: SystemPrompt } = await import('@deepseek-ai/dsh-system-prompt')
const { default: ToolRuntime, defineContentToolFixture } = await import('@deepseek-ai/dsh-tools')
const { default: AgentRegistry } = await import('@deepseek-ai/dsh-agent')
const { default: AgentLoop } = await import('@deepseek-ai/dsh-agent-loop')
const { default: TokenMeter } = await import('@deepseek-ai/dsh-token-meter')
const { default: LocalSpillStore } = await import('@deepseek-ai/dsh-spill-local')
const SpillPolicy = await import('@deepseek-ai/dsh-spill-policy')
const Riffle = await import('dsh-riffle')

class Scripted extends LlmAdapter {
  requests = []
  constructor(script) { super(); this.script = script }
  resolveModel(provider, model) { return Promise.resolve({ provider, id: model, name: model }) }
  async *stream(request) { this.requests.push(request); yield* this.script.shift() }
}
const usage = { type: 'usage', usage: { inputTokens: 10, outputTokens: 5 } }
const call = (id, name) => [
  { type: 'block-start', index: 0, blockType: 'tool-call' },
  { type: 'block-end', index: 0, block: { type: 'tool-call', id: CallId(id), name, arguments: '{}' } },
  usage, { type: 'finish', reason: { kind: 'tool-calls' } },
]
const say = (text) => [
  { type: 'block-start', index: 0, blockType: 'text' }, { type: 'text-delta', index: 0, text },
  { type: 'block-end', index: 0, block: { type: 'text', text } },
  usage, { type: 'finish', reason: { kind: 'stop' } },
]

/** Runs one turn with one tool call; returns the text of its result in the second request. */
async function turn(config) {
  const model = new Scripted([call('c1', 'bash'), say('done')])
  const ctx = new Context()
  await ctx.plugin(LlmRuntime)
  await ctx.plugin(SessionStore)
  await ctx.plugin(SystemPrompt, { persona: '' })
  await ctx.plugin(ToolRuntime)
  await ctx.plugin(AgentRegistry)
  await ctx.plugin(AgentLoop, { agents: [] })
  await ctx.plugin(LocalSpillStore, {})
  await ctx.plugin(SpillPolicy, { maxInlineBytes: 50000 })
  await ctx.plugin(TokenMeter, {})
  if (config) await ctx.plugin(Riffle, config)
  ctx.llm.registerAdapter(['mock'], model)
  ctx.tools.register(defineContentToolFixture({ name: 'bash', description: 'b', parameters: {}, async execute() { return [{ type: 'text', text: log }] } }))
  const agent = ctx.agentLoop.create(SessionId('a1'), { provider: 'mock', model: 'mock' })
  const idle = new Promise((resolve) => ctx.on('agent/status', ({ agent: a, status }) => { if (a === agent && status === 'idle') resolve() }))
  agent.followup(createUserMessage({ content: [{ type: 'text', text: 'go' }], source: { kind: 'user' } }))
  await idle
  assert.equal(model.requests.length, 2)
  const durable = [...agent.session.events].filter((e) => e.type === 'tool/result')[0].data.message.content[0].content[0].text
  const nodes = ctx.tokenMeter.measure(agent.session).nodes
  return { text: model.requests[1].messages.at(-1).content[0].content[0].text, durable, nodes }
}

test('the second request holds the shorter text, and so does the session', async (t) => {
  const server = await serve()
  t.after(() => server.stop())
  const without = await turn(undefined)
  const shown = await turn({ socket: server.socket, startMs: 2000, timeoutMs: 20000 })
  assert.match(shown.text, /^\[riffle: /)
  assert.equal(shown.durable, shown.text)
  const path = /the original is (\S+)/.exec(shown.text)[1]
  assert.equal(readFileSync(path, 'utf8'), log)
  assert.ok(shown.text.length * 10 < without.text.length)
  console.log(`loop: the second request holds ${shown.text.length} characters of ${log.length}; without the plugin ${without.text.length}`)
  console.log(shown.text.slice(0, 400))
  const price = (r) => JSON.stringify(r.nodes.at(-2))
  console.log(`loop: the meter says of the result ${price(shown)}; without ${price(without)}`)
})

test('a server that is gone: the second request is as without the plugin', async () => {
  const without = await turn(undefined)
  const shown = await turn({ socket: '/nonexistent/s.sock', startMs: 50, command: 'no-such-program' })
  assert.equal(shown.text.length, without.text.length)
  assert.equal(shown.text.slice(0, 1000), without.text.slice(0, 1000))
})
