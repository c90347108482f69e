// A server that answers as it is told, for tests without the program.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** folder makes a folder that is gone after the test. */
export function folder(t) {
  const dir = mkdtempSync(join(tmpdir(), 'riffle-js-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/**
 * fake listens, and hands each request line and its connection to `answer`, which returns
 * the line to answer with, or nothing.
 */
export async function fake(t, answer, path = join(folder(t), 's.sock')) {
  const requests = []
  const conns = new Set()
  const server = createServer((c) => {
    conns.add(c)
    c.on('error', () => {})
    c.on('close', () => conns.delete(c))
    let data = ''
    c.setEncoding('utf8')
    c.on('data', (part) => {
      data += part
      const end = data.indexOf('\n')
      if (end < 0) return
      const request = JSON.parse(data.slice(0, end))
      requests.push(request)
      const out = answer(request, c)
      if (out !== undefined) c.write(typeof out === 'string' ? out : JSON.stringify(out) + '\n')
    })
  })
  await new Promise((resolve) => server.listen(path, resolve))
  t.after(() => new Promise((resolve) => { for (const c of conns) c.destroy(); server.close(resolve) }))
  return { path, requests }
}

/** replaced is the answer of a host that shortened the text of a request. */
export function replaced(request, text = '[riffle: log, 3 of 4 lines omitted; all kept: LOCATOR]\nok') {
  const at = request.options?.spill?.locator ?? '/store/original'
  return {
    id: request.id,
    decision: { ...request.decision, content: [{ type: 'text', text: text.replace('LOCATOR', at) }] },
    outcome: { action: 'replaced', reason: 'ok' },
    locator: { id: 'abc', path: at, sha256: 'x', bytes: 1 },
  }
}
