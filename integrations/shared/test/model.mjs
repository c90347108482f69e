// A model server on loopback that speaks chat completions: it asks for one tool call,
// then says that it is done. Requests are kept, one a line, in the file of the first
// argument; the port that it listens at is printed.
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [file, tool = 'bash', input] = process.argv.slice(2)
const args = input ?? JSON.stringify({ command: 'seq 1 4000 | sed "s/^/2026-01-01 INFO line /"', description: 'big log', timeout: 20000 })
writeFileSync(file, '')
createServer((req, res) => {
  let body = ''
  req.setEncoding('utf8')
  req.on('data', (part) => { body += part })
  req.on('end', () => {
    if (!req.url.endsWith('/chat/completions')) return res.writeHead(404).end('{}')
    appendFileSync(file, body + '\n')
    const asked = JSON.parse(body)
    const use = (asked.tools ?? []).some((t) => t.function.name === tool) && !asked.messages.some((m) => m.role === 'tool')
    const [delta, reason] = use
      ? [{ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: tool, arguments: args } }] }, 'tool_calls']
      : [{ content: 'all done' }, 'stop']
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (o) => res.write('data: ' + JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'fake', ...o }) + '\n\n')
    write({ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: null }] })
    write({ choices: [{ index: 0, delta: {}, finish_reason: reason }], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } })
    res.end('data: [DONE]\n\n')
  })
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })
