// Measures what the proxy adds to a call, direct and proxied calls by turns in one run.
//
//   node time.js RIFFLE [CALLS]     medians in milliseconds, as the SDK's client sees them

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

import { behind, filesystem, isShort } from './servers.js'

const riffle = process.argv[2] ?? 'riffle'
const times = Number(process.argv[3] ?? 15)
const work = mkdtempSync(join(tmpdir(), 'riffle-mcp-'))
const env = { ...process.env, XDG_STATE_HOME: join(work, 'state'), HOME: join(work, 'home') }
const files = filesystem(join(work, 'files'))

async function connect(command) {
  const client = new Client({ name: 'time', version: '1' }, { capabilities: {} })
  await client.connect(new StdioClientTransport({ command: command[0], args: command.slice(1), env, stderr: 'ignore' }))
  await client.listTools()
  return client
}

const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
const [direct, proxied, pump] = [await connect(files.command), await connect(behind(riffle, [], files.command)), await connect(behind(riffle, ['--mirror=false'], files.command))]

console.log('result            direct   passed   shortened   (ms, median)')
for (const [name, file] of [['1 KB', 'kilobyte.log'], ['100 KB', 'hundred.log'], ['2.5 MB', 'big.log']]) {
  const took = [[], [], []]
  let short = false
  for (let i = -2; i < times; i++) {
    for (const [k, client] of [direct, pump, proxied].entries()) {
      const began = performance.now()
      const r = await client.callTool({ name: 'read_text_file', arguments: { path: join(files.dir, file) } })
      if (i >= 0) took[k].push(performance.now() - began)
      if (k === 2) short = isShort(r.content[0].text)
    }
  }
  const [d, passed, p] = took.map((t) => median(t).toFixed(1).padStart(8))
  console.log(`${name.padEnd(14)} ${d} ${passed}    ${short ? p : '       -'}`)
}
for (const client of [direct, proxied, pump]) await client.close()
rmSync(work, { recursive: true, force: true })
