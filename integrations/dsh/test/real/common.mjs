// What the harnesses share: a text that Riffle shortens, and a server of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'node:http'
import { createConnection } from 'node:net'

/** 4000 lines of a log, 102,889 characters. */
export const log = Array.from({ length: 4000 }, (_, i) => `2026-01-01 INFO line ${i}`).join('\n')

export const command = process.env.RIFFLE_BIN ?? 'riffle'

/** Starts a server at a socket of its own, and returns it when it answers. */
export async function serve() {
  const home = mkdtempSync(join(tmpdir(), 'riffle-harness-'))
  const socket = join(home, 's.sock')
  const child = spawn(command, ['serve', '--socket', socket], { env: { ...process.env, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home, RIFFLE_CONFIG: '' }, stdio: ['ignore', 'ignore', 'inherit'] })
  for (;;) {
    const up = await new Promise((resolve) => {
      const c = createConnection({ path: socket }, () => { c.destroy(); resolve(true) })
      c.on('error', () => resolve(false))
    })
    if (up) break
    if (child.exitCode !== null) throw new Error(`riffle serve ended with ${child.exitCode}`)
    await new Promise((r) => setTimeout(r, 10))
  }
  return {
    socket, home, child,
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
    },
    async stop() {
      await this.kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Ends the server that listens at a socket, whoever started it. */
export async function stopServer(socket) {
  const pid = await new Promise((resolve, reject) => {
    const q = request({ socketPath: socket, path: '/healthz' }, (res) => {
      let body = ''
      res.on('data', (d) => { body += d })
      res.on('end', () => resolve(JSON.parse(body).pid))
    })
    q.on('error', reject)
    q.end()
  })
  process.kill(pid)
}
