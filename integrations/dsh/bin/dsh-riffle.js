#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { UsageError, install, remove, row } from '../install.js'

const usage = `usage: dsh-riffle install --preset ID [--from PRESET] [--command PATH]
       dsh-riffle remove --preset ID
       dsh-riffle print

install puts the plugin into an agent preset of the DeepSeek Harness; with --from the
preset is made first, as a copy of another. remove takes it out again. print shows the row.

  --preset ID      the preset, a folder under $DSH_HOME/.agent-presets
  --from PRESET    copy this preset first, such as standard
  --presets DIR    where the shipped presets are (default: those of the dsh in PATH)
  --command PATH   the program riffle (default: found in PATH)
  --home DIR       the harness's home (default: $DSH_HOME, else ~/.dsh)
  --print          the same as print
`

function main(argv) {
  const option = { type: 'string' }
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { preset: option, from: option, presets: option, command: option, home: option, print: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  const config = values.command === undefined ? {} : { command: values.command }
  const [verb, ...rest] = positionals
  if (values.help) return usage
  if (rest.length > 0) throw new UsageError(`${rest[0]} is one word too many\n${usage}`)
  if (values.print || verb === 'print') return row(config)
  if (verb === 'install') return install({ ...values, config }).join('\n') + '\n'
  if (verb === 'remove') return remove(values).join('\n') + '\n'
  throw new UsageError(usage)
}

try {
  process.stdout.write(main(process.argv.slice(2)))
} catch (error) {
  process.stderr.write(`dsh-riffle: ${error.message}\n`)
  process.exitCode = error instanceof UsageError || error.code?.startsWith?.('ERR_PARSE_ARGS') ? 2 : 1
}
