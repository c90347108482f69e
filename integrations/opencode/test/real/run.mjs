// The real opencode against a model server on loopback: what does its second request hold?
// RIFFLE_OPENCODE names the program, RIFFLE_BIN riffle.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const opencode = process.env.RIFFLE_OPENCODE
const riffle = process.env.RIFFLE_BIN ?? 'riffle'
const skip = opencode === undefined && 'RIFFLE_OPENCODE does not name the program'

/** The log of the tool that is called: what the shell prints, or the server of MCP. */
const lines = (n) => Array.from({ length: n }, (_, i) => `INFO line ${i + 1}\n`).join('')
const bash = { tool: 'bash', input: { command: 'seq 1 1500 | sed "s/^/INFO line /"', description: 'log' } }

/** Starts the model server and returns its port and what it was asked. */
async function model(t, dir, { tool, input }) {
  const file = join(dir, 'requests.jsonl')
  const child = spawn(process.execPath, [here('../../../shared/test/model.mjs'), file, tool, JSON.stringify(input)], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => child.kill())
  const port = await new Promise((resolve) => child.stdout.once('data', (d) => resolve(Number(d))))
  const requests = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
  return { port, results: () => requests().flatMap((q) => q.messages.filter((m) => m.role === 'tool')).map((m) => (typeof m.content === 'string' ? m.content : m.content.map((b) => b.text).join(''))) }
}

/** Runs one turn. `settings` are those of the plugin, false leaves it out. */
async function turn(t, call, settings) {
  const dir = mkdtempSync(join(tmpdir(), 'riffle-oc-'))
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }))
  const ws = join(dir, 'ws')
  const plugins = join(ws, '.opencode', 'plugin')
  mkdirSync(plugins, { recursive: true })
  const { port, results } = await model(t, dir, call)
  writeFileSync(join(ws, 'opencode.json'), JSON.stringify({
    model: 'loop/fake', small_model: 'loop/fake', autoupdate: false, share: 'disabled', permission: { '*': 'allow' },
    provider: { loop: { npm: '@ai-sdk/openai-compatible', name: 'loop', options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'fake' }, models: { fake: { name: 'fake', tool_call: true, limit: { context: 200000, output: 8000 } } } } },
    mcp: { logs: { type: 'local', command: [process.execPath, here('mcp-server.mjs')], enabled: true } },
  }))
  const socket = join(dir, 's.sock')
  if (settings) {
    cpSync(here('../../riffle.js'), join(plugins, 'riffle.js'))
    cpSync(here('../../riffle'), join(plugins, 'riffle'), { recursive: true })
    writeFileSync(join(plugins, 'riffle', 'config.json'), JSON.stringify({ command: riffle, socket, startMs: 5000, timeoutMs: 20000, ...settings }))
  }
  spawnSync('git', ['init', '-q', '.'], { cwd: ws })
  const env = { PATH: process.env.PATH, HOME: join(dir, 'home'), XDG_DATA_HOME: join(dir, 'home', 'data'), XDG_STATE_HOME: join(dir, 'state'), TMPDIR: process.env.TMPDIR ?? '/tmp' }
  mkdirSync(env.HOME)
  const child = spawn(opencode, ['run', 'print a big log'], { cwd: ws, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => { out += part })
  const late = setTimeout(() => child.kill('SIGKILL'), 240_000)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  clearTimeout(late)
  await stopServer(socket)
  return { code, out, results: results(), dir }
}

/** Ends the server that the plugin started, if there is one. */
async function stopServer(socket) {
  const { request } = await import('node:http')
  const pid = await new Promise((resolve) => {
    const q = request({ socketPath: socket, path: '/healthz' }, (res) => {
      let body = ''
      res.on('data', (d) => { body += d })
      res.on('end', () => { try { resolve(JSON.parse(body).pid) } catch { resolve() } })
    })
    q.on('error', () => resolve())
    q.end()
  })
  if (pid) try { process.kill(pid) } catch { /* it is gone */ }
}

/** Whether somebody answers at a socket. */
function answers(path) {
  return new Promise((resolve) => {
    const c = createConnection({ path }, () => { c.destroy(); resolve(true) })
    c.on('error', () => resolve(false))
  })
}

test('without the plugin the model reads the whole output', { skip }, async (t) => {
  const { results } = await turn(t, bash, false)
  assert.equal(results[0], lines(1500))
  console.log(`opencode: without the plugin the second request holds ${results[0].length} characters`)
})

test('the second request holds the shorter text of a command, and the original is kept', { skip }, async (t) => {
  const { code, out, results, dir } = await turn(t, bash, {})
  assert.equal(code, 0, out)
  assert.match(results[0], /^\[riffle: /)
  const path = /the original is (\S+)/.exec(results[0])[1]
  assert.ok(path.startsWith(dir))
  assert.equal(readFileSync(path, 'utf8'), lines(1500))
  console.log(`opencode: of ${lines(1500).length} characters the second request holds ${results[0].length}\n${results[0].slice(0, 500)}`)
})

test('an output that the harness cuts: the whole of it is shortened and kept', { skip }, async (t) => {
  const { results } = await turn(t, { tool: 'bash', input: { command: 'seq 1 9000 | sed "s/^/INFO line /"', description: 'log' } }, {})
  assert.match(results[0], /^\[riffle: log, \d+ of 9000 lines omitted/)
  assert.equal(readFileSync(/the original is (\S+)/.exec(results[0])[1], 'utf8'), lines(9000))
  console.log(`opencode: of ${lines(9000).length} characters the second request holds ${results[0].length}`)
})

test('and so for a tool of an MCP server', { skip }, async (t) => {
  const { code, out, results } = await turn(t, { tool: 'logs_tail', input: {} }, {})
  assert.equal(code, 0, out)
  assert.match(results[0], /^\[riffle: /)
  const path = /the original is (\S+)/.exec(results[0])[1]
  const log = Array.from({ length: 1500 }, (_, i) => `2026-01-01 INFO line ${i}`).join('\n')
  assert.equal(readFileSync(path, 'utf8'), log)
  console.log(`opencode, MCP: of ${log.length} characters the second request holds ${results[0].length}\n${results[0].slice(0, 400)}`)
})

test('a server that is killed in mid-call: the original, and no error', { skip }, async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'riffle-oc-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  // A real server that is stopped, so that it cannot answer, and killed by who sits before
  // it once the exchange is on its way.
  const real = join(dir, 'real.sock')
  const server = spawn(riffle, ['serve', '--socket', real], { env: { ...process.env, XDG_STATE_HOME: dir }, stdio: 'ignore' })
  t.after(() => server.kill('SIGKILL'))
  while (!(await answers(real))) await new Promise((resolve) => setTimeout(resolve, 10))
  server.kill('SIGSTOP')
  let asked = 0
  const socket = join(dir, 'before.sock')
  const before = createServer((c) => {
    const on = createConnection({ path: real })
    for (const [from, to] of [[c, on], [on, c]]) from.on('error', () => {}).on('close', () => to.destroy()).pipe(to)
    c.once('data', () => { asked++; setTimeout(() => server.kill('SIGKILL'), 20) })
  })
  await new Promise((resolve) => before.listen(socket, resolve))
  t.after(() => before.close())
  const { code, out, results } = await turn(t, bash, { socket })
  assert.equal(code, 0, out)
  assert.equal(asked, 1)
  assert.equal(server.signalCode, 'SIGKILL')
  assert.equal(results[0], lines(1500))
})

test('no program and no server: the original, and no error', { skip }, async (t) => {
  const { code, out, results } = await turn(t, bash, { command: 'no-such-program' })
  assert.equal(code, 0, out)
  assert.equal(results[0], lines(1500))
})
