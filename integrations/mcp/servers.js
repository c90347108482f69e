// The servers, and how they are started: directly, or behind the proxy.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const program = (name) => join(here, 'node_modules', '@modelcontextprotocol', name)

export const everything = ['node', join(program('server-everything'), 'dist', 'index.js'), 'stdio']
export const inspector = ['node', join(program('inspector-cli'), 'build', 'cli.js'), '--cli']
export const strict = ['node', join(here, 'strict-server.js')]

/** The filesystem server for a folder of files to read, which is made. */
export function filesystem(dir) {
  mkdirSync(dir, { recursive: true })
  dir = realpathSync(dir)
  writeFileSync(join(dir, 'small.txt'), 'hello\n')
  writeFileSync(join(dir, 'written.txt'), '')
  writeFileSync(join(dir, 'kilobyte.log'), log(20))
  writeFileSync(join(dir, 'hundred.log'), log(2300))
  writeFileSync(join(dir, 'big.log'), log(60000)) // 2.5 MB
  writeFileSync(join(dir, 'odd.txt'), Array.from({ length: 4000 }, (_, i) => `"q" \\ \t é 😀 <&> \u2028 ${i}`).join('\r\n'))
  writeFileSync(join(dir, 'big.json'), `{"zeta": 9007199254740993, "items": [${Array.from({ length: 3000 }, (_, i) => `{"id": ${9007199254740993n + BigInt(i)}, "name": "item ${i}", "b": 1.0, "a": 2}`).join(',\n')}]}`)
  return { dir, command: ['node', join(program('server-filesystem'), 'dist', 'index.js'), dir] }
}

const log = (lines) => Array.from({ length: lines }, (_, i) => `2026-01-01T00:00:00Z INFO request ${i} ok`).join('\n')

/** The proxy's command line for a server. */
export const behind = (riffle, flags, server) => [riffle, 'mcp', ...flags, '--', ...server]

export const isShort = (text) => typeof text === 'string' && text.startsWith('[riffle: ')

/** The original that a shortened text names, from the file that it names. */
export function originalOf(text) {
  const path = /^Nothing is lost, the original is (.*)$/m.exec(text)?.[1]
  const id = /sha256 ([0-9a-f]{12})/.exec(text)?.[1]
  if (!path || !id) throw new Error(`no original in the notice: ${text.slice(0, 300)}`)
  // Where cleaning changed bytes the notice names the cleaned text beside the original.
  const bytes = readFileSync(path.replace(/\.txt$/, ''))
  if (!createHash('sha256').update(bytes).digest('hex').startsWith(id)) throw new Error(`${path} is not ${id}`)
  return bytes.toString('utf8')
}
