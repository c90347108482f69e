// A plugin of opencode: oversized tool results of plain text are shortened by Riffle
// before the model reads them, once the full original is stored by the host.
//
// The harness does not catch what a plugin throws, so nothing here does: whatever fails,
// the result stays as it is.
//
// It works as a file in .opencode/plugin or ~/.config/opencode/plugin, with the folder
// riffle beside it, and as a package in the list "plugin" of opencode.json. Only functions
// that make plugins may be exported here.

import { readFileSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Client, MAX_TEXT, longerThan, plainText, replacement, sendable } from './riffle/client.js'
import { budgets, settings } from './riffle/settings.js'

const { fill, problems } = settings()

export const Riffle = async (input, options) => {
  const log = logger(input?.client)
  const given = options ?? fromFile()
  const found = problems(given)
  if (found.length > 0) {
    log('error', `switched off: ${found.join('; ')}`)
    return {}
  }
  const config = fill(given)
  if (!config.enabled) return {}
  const client = new Client({ command: config.command, socket: config.socket, startMs: config.startMs, timeoutMs: config.timeoutMs, cwd: input?.directory })
  client.warm()
  return {
    'tool.execute.after': async (call, output) => {
      try {
        await shorten(client, config, call, output)
      } catch (error) {
        log('warn', `${error?.message ?? error}; the result stays as it is`)
      }
    },
  }
}

/** Changes the output in place: that is how this harness takes a shorter one. */
async function shorten(client, config, call, output) {
  if (output === null || typeof output !== 'object' || config.excludeTools.includes(call.tool)) return
  // The tools of the harness have one text, those of MCP servers have blocks.
  const own = typeof output.output === 'string'
  const blocks = own ? [{ type: 'text', text: await whole(output) }] : output.content
  const text = plainText(blocks)
  if (text === undefined || !longerThan(text, config.thresholdChars) || !sendable(text)) return
  const exit = output.metadata?.exit
  const answer = await client.exchange(async () => ({
    exec: { callId: call.callID, name: call.tool, arguments: call.args, session: call.sessionID },
    result: {
      isError: output.isError === true,
      ...(Number.isSafeInteger(exit) && exit !== 0 ? { exitStatus: exit } : {}),
      content: blocks,
    },
    decision: { kind: 'accept' },
    options: budgets(config),
  }))
  const content = replacement(answer, text)
  if (content === undefined) return
  if (!own) output.content.splice(0, output.content.length, content[0])
  else if (Buffer.byteLength(content[0].text) < Buffer.byteLength(output.output)) output.output = content[0].text
}

/**
 * The whole output of a tool. Of a long one the harness keeps the end and says in which
 * file the rest is: then it is read from there, if what was kept is really its end.
 */
async function whole(output) {
  const { truncated, outputPath } = output.metadata ?? {}
  if (truncated !== true || typeof outputPath !== 'string') return output.output
  const head = `...output truncated...\n\nFull output saved to: ${outputPath}\n\n`
  if (!output.output.startsWith(head)) return output.output
  try {
    if ((await stat(outputPath)).size > MAX_TEXT) return output.output
    const text = await readFile(outputPath, 'utf8')
    return text.endsWith(output.output.slice(head.length)) ? text : output.output
  } catch {
    return output.output
  }
}

/** The settings that `riffle install opencode` wrote, none where it did not. */
function fromFile() {
  try {
    return JSON.parse(readFileSync(new URL('./riffle/config.json', import.meta.url), 'utf8'))
  } catch (error) {
    return error.code === 'ENOENT' ? undefined : [error.message]
  }
}

/** Writes to the log of the harness, each message once. */
function logger(client) {
  const said = new Set()
  return (level, message) => {
    if (said.has(message) || said.size >= 32) return
    said.add(message)
    try {
      client?.app?.log?.({ body: { service: 'riffle', level, message: `riffle: ${message}` } })?.catch?.(() => {})
    } catch {
      // A log that fails is no reason to stop.
    }
  }
}
