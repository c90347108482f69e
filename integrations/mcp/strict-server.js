// A server with all that a proxy tends to lose: unknown capabilities, members and kinds
// of blocks, numbers that no double holds, an order of keys, and white space.

import { createInterface } from 'node:readline'

const say = (text) => process.stdout.write(text + '\n')
const long = Array.from({ length: 4000 }, (_, i) => `row ${i}: the quick brown fox`).join('\\n')
const results = {
  unknown: '{"zeta":9007199254740993,"content":[{"type":"text","text":"x"},{"type":"video","data":"AA=="}],"structuredContent":{"id":9007199254740993,"b":1.0,"a":2},"_meta":{"k":"v"}}',
  long: `{ "zeta" : 9007199254740993 , "content" : [ { "text":"${long}" , "type":"text" } ] , "_meta":{"b":1.0,"a":12345678901234567890} }`,
  annotated: `{"content":[{"type":"text","text":"${long}","annotations":{"priority":1}}]}`,
  failed: `{"isError":true,"content":[{"type":"text","text":"${long}"}]}`,
  structured: `{"content":[{"type":"text","text":"${long}"}],"structuredContent":{"id":9007199254740993}}`,
  task: `{"task":{"taskId":"t1","status":"working"},"content":[{"type":"text","text":"${long}"}]}`,
  input: `{"resultType":"input_required","inputRequests":{},"content":[{"type":"text","text":"${long}"}]}`,
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const m = JSON.parse(line)
  if (m.id === undefined) return
  const id = JSON.stringify(m.id)
  switch (m.method) {
    case 'initialize':
      return say(`{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"${m.params.protocolVersion}","capabilities":{"tools":{},"x-custom":{"n":1e400}},"serverInfo":{"name":"strict","version":"1"}}}`)
    case 'tools/list':
      return say(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[${Object.keys(results).map((name) => `{"name":"${name}","inputSchema":{"type":"object"},"x-extra":1.0}`)}]}}`)
    case 'tools/call':
      return say(`{"id":${id},"result":${results[m.params.name]},"jsonrpc":"2.0"}`)
    default:
      return say(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"nope","data":9007199254740993}}`)
  }
})
