// Makes the same calls directly and behind the proxy, and compares what comes back.
//
//   node compare.js RIFFLE     a line for each check; ends with 1 where one fails

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'

import { behind, everything, filesystem, inspector, isShort, originalOf, strict } from './servers.js'

const riffle = process.argv[2] ?? 'riffle'
const work = mkdtempSync(join(tmpdir(), 'riffle-mcp-'))
const env = { ...process.env, XDG_STATE_HOME: join(work, 'state'), HOME: join(work, 'home') }
const files = filesystem(join(work, 'files'))

let failures = 0
async function check(name, run) {
  try {
    const note = await run()
    console.log(`ok    ${name}${note ? `: ${note}` : ''}`)
  } catch (err) {
    failures++
    console.log(`FAIL  ${name}: ${String(err.stack ?? err).slice(0, 2000)}`)
  }
}

/** A strict client: the SDK checks results against the schemas of the tools. */
async function connect(command, root = files.dir) {
  const client = new Client({ name: 'harness', version: '1' }, { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } })
  client.setRequestHandler(CreateMessageRequestSchema, async () => ({ model: 'fake', role: 'assistant', content: { type: 'text', text: 'sampled' } }))
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'accept', content: { name: 'x', check: true } }))
  client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: `file://${root}`, name: 'files' }] }))
  await client.connect(new StdioClientTransport({ command: command[0], args: command.slice(1), env, stderr: 'ignore' }))
  return client
}

/** What a call gives, an error included. */
const attempt = async (call) => {
  try {
    return await call()
  } catch (err) {
    return { error: { code: err.code, message: err.message } }
  }
}

/** Puts originals back where texts were shortened, and counts them. */
function restore(value, count) {
  if (isShort(value)) {
    count.short++
    return originalOf(value)
  }
  if (Array.isArray(value)) return value.map((v) => restore(v, count))
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, restore(v, count)]))
  return value
}

/** Makes calls one after another with the SDK's client. */
async function session(command, calls) {
  const client = await connect(command)
  try {
    const out = { server: client.getServerVersion(), capabilities: client.getServerCapabilities(), results: [] }
    out.tools = await client.listTools()
    for (const [name, args, options] of calls) {
      const progress = []
      const opts = options?.progress ? { onprogress: (p) => progress.push(p) } : undefined
      const result = await attempt(() => client.callTool({ name, arguments: args }, undefined, opts))
      // The server sends its last progress along with the result, and the client may miss that one.
      out.results.push({ name, result, progress: progress.slice(0, options?.progress) })
    }
    if (out.capabilities.prompts) out.prompts = await client.listPrompts()
    if (out.capabilities.resources) {
      out.resources = await client.listResources()
      out.templates = await client.listResourceTemplates()
    }
    return out
  } finally {
    await client.close()
  }
}

async function same(server, calls, shortened) {
  const [direct, proxied] = [await session(server, calls), await session(behind(riffle, [], server), calls)]
  const count = { short: 0 }
  for (const [i, d] of direct.results.entries()) assert.deepEqual(restore(proxied.results[i], count), d, d.name)
  assert.deepEqual({ ...proxied, results: [] }, { ...direct, results: [] })
  assert.equal(count.short, shortened)
  return `${calls.length} calls, ${count.short} texts shortened`
}

await check('server-everything, strict client', () =>
  same(everything, [
    ['echo', { message: 'hi' }],
    ['echo', { message: Array.from({ length: 3000 }, (_, i) => `line ${i}`).join('\n') }],
    ['get-structured-content', { location: 'New York' }],
    ['get-tiny-image', {}],
    ['get-annotated-message', { messageType: 'error', includeImage: true }],
    ['get-resource-links', { count: 2 }],
    ['get-sum', { a: 1, b: 2 }],
    ['get-sum', { a: 'x' }],
    ['nope', {}],
    ['trigger-long-running-operation', { duration: 0.3, steps: 3 }, { progress: 2 }],
    ['trigger-sampling-request', { prompt: 'p', maxTokens: 10 }],
    ['trigger-elicitation-request', {}],
    ['get-roots-list', {}],
  ], 1))

const path = (name) => join(files.dir, name)
await check('server-filesystem, strict client', () =>
  same(files.command, [
    ['read_text_file', { path: path('small.txt') }],
    ['read_text_file', { path: path('big.log') }],
    ['read_file', { path: path('hundred.log') }],
    ['read_text_file', { path: path('odd.txt') }],
    ['read_text_file', { path: path('big.json') }],
    ['read_text_file', { path: path('big.log'), head: 3 }],
    ['read_multiple_files', { paths: [path('big.log'), path('small.txt')] }],
    ['list_directory', { path: files.dir }],
    ['read_text_file', { path: '/etc/passwd' }],
    ['write_file', { path: path('written.txt'), content: 'x'.repeat(100_000) }],
    ['search_files', { path: files.dir, pattern: '*.log' }],
    ['list_allowed_directories', {}],
  ], 10)) // five texts, each in content and in structuredContent

/** Sends frames one after another and returns the lines that come back. */
function lines(command, frames) {
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { env, stdio: ['pipe', 'pipe', 'ignore'] })
    const got = []
    const next = () => (frames.length > got.length ? child.stdin.write(JSON.stringify(frames[got.length]) + '\n') : child.stdin.end())
    createInterface({ input: child.stdout, crlfDelay: 0 }).on('line', (line) => {
      got.push(line)
      next()
    })
    child.on('error', reject)
    child.on('close', () => resolve(got))
    next()
  })
}

const opening = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } } }
const calls = (list) => [opening, { jsonrpc: '2.0', id: 'list', method: 'tools/list', params: {} },
  ...list.map(([name, args], i) => ({ jsonrpc: '2.0', id: i + 1, method: 'tools/call', params: { name, arguments: args ?? {} } }))]

/** Compares bytes: a shortened text is put back as the server spelled it. */
async function sameBytes(server, list, shortened) {
  const [direct, proxied] = [await lines(server, calls(list)), await lines(behind(riffle, [], server), calls(list))]
  assert.equal(proxied.length, direct.length)
  let short = 0
  for (const [i, line] of proxied.entries()) {
    let restored = line
    if (line !== direct[i]) {
      const text = JSON.parse(line).result.content[0].text
      assert.ok(isShort(text), line.slice(0, 500))
      // The host writes strings as JavaScript does, but for line separators.
      const spelled = JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
      assert.ok(line.includes(spelled))
      restored = line.replaceAll(spelled, () => JSON.stringify(originalOf(text)))
      short++
    }
    assert.equal(restored, direct[i])
  }
  assert.equal(short, shortened)
  return `${list.length} results, ${short} shortened, all other bytes the same`
}

await check('bytes: a strict server', () =>
  sameBytes(strict, ['unknown', 'long', 'annotated', 'failed', 'structured', 'task', 'input'].map((name) => [name]), 1))
await check('bytes: server-filesystem', () =>
  sameBytes(files.command, [['read_text_file', { path: path('big.log') }], ['read_text_file', { path: path('big.json') }], ['read_text_file', { path: path('odd.txt') }],
    ['read_file', { path: path('small.txt') }], ['directory_tree', { path: files.dir }]], 3))

const run = promisify(execFile)
const inspect = async (command, args) => {
  const { stdout } = await run(inspector[0], [...inspector.slice(1), ...command, ...args], { env, maxBuffer: 64 << 20 })
  return stdout
}

/** Has the inspector make one request directly and behind the proxy. */
async function inspected(server, args, shortened) {
  const [direct, proxied] = await Promise.all([inspect(server, args), inspect(behind(riffle, [], server), args)])
  const count = { short: 0 }
  assert.deepEqual(restore(JSON.parse(proxied), count), JSON.parse(direct))
  assert.equal(count.short, shortened)
}
await check('inspector', async () => {
  await inspected(everything, ['--method', 'tools/list'], 0)
  await inspected(files.command, ['--method', 'tools/call', '--tool-name', 'read_text_file', '--tool-arg', `path=${path('big.log')}`], 2)
})

await check('structuredContent is dropped with its schema', async () => {
  const client = await connect(behind(riffle, ['--structured=drop'], files.command))
  const { tools } = await client.listTools()
  assert.ok(tools.every((t) => t.outputSchema === undefined))
  const r = await client.callTool({ name: 'read_text_file', arguments: { path: path('big.log') } })
  await client.close()
  assert.equal(r.structuredContent, undefined)
  assert.equal(originalOf(r.content[0].text), readFileSync(path('big.log'), 'utf8'))
})

await check('originals are read back by a tool', async () => {
  const client = await connect(behind(riffle, ['--get-tool'], files.command))
  const { tools } = await client.listTools()
  assert.equal(tools.at(-1).name, 'riffle_get')
  const r = await client.callTool({ name: 'read_text_file', arguments: { path: path('big.log') } })
  const id = /riffle get ([0-9a-f]{12}) --lines/.exec(r.content[0].text)[1]
  const got = await client.callTool({ name: 'riffle_get', arguments: { id, lines: '41-43' } })
  const outside = await client.callTool({ name: 'riffle_get', arguments: { id: '/etc/passwd' } })
  await client.close()
  assert.equal(got.content[0].text, [40, 41, 42].map((i) => `2026-01-01T00:00:00Z INFO request ${i} ok\n`).join(''))
  assert.equal(outside.isError, true)
})

await check('what reads an original back is not shortened', async () => {
  const client = await connect(behind(riffle, [], filesystem(work).command), work)
  await client.listTools()
  const r = await client.callTool({ name: 'read_text_file', arguments: { path: path('big.log') } })
  const original = /^Nothing is lost, the original is (.*)$/m.exec(r.content[0].text)[1]
  const got = await client.callTool({ name: 'read_text_file', arguments: { path: original } })
  await client.close()
  assert.equal(got.content[0].text, readFileSync(path('big.log'), 'utf8'))
  assert.equal(got.structuredContent.content, got.content[0].text)
})

await check('many calls at once', async () => {
  const client = await connect(behind(riffle, [], files.command))
  await client.listTools()
  const names = ['big.log', 'small.txt', 'odd.txt', 'hundred.log']
  const results = await Promise.all(Array.from({ length: 12 }, (_, i) => client.callTool({ name: 'read_text_file', arguments: { path: path(names[i % 4]) } })))
  await client.close()
  for (const [i, r] of results.entries()) {
    assert.equal(restore(r, { short: 0 }).content[0].text, readFileSync(path(names[i % 4]), 'utf8'))
  }
})

rmSync(work, { recursive: true, force: true })
process.exit(failures > 0 ? 1 : 0)
