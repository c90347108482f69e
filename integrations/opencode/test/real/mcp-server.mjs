// A server of the Model Context Protocol with one tool that returns a large text.
import { createInterface } from 'node:readline'

export const log = Array.from({ length: 1500 }, (_, i) => `2026-01-01 INFO line ${i}`).join('\n')

const answers = {
  initialize: (p) => ({ protocolVersion: p.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'logs', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'tail', description: 'Prints a log', inputSchema: { type: 'object', properties: {} } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: log }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  const body = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no such method' } }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\n')
})
