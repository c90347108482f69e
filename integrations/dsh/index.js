// A plugin of the DeepSeek Harness: oversized tool results of plain text are shortened by
// Riffle before the model reads them, once the full original is stored.
//
// It listens to tools/post-execute, appended: so it sees the full text, and the
// harness's own spill policy, which prepends itself, bounds what comes out of here.
// Whatever fails, the result stays as it is and the call succeeds as it did.

import { Client, longerThan, plainText, replacement, sendable } from './client.js'
import { Config } from './config.js'
import { budgets } from './settings.js'
import { save } from './spill.js'

export { Config }
export const name = 'riffle'
export const inject = ['tools']

const standardPreview = ((c) => `${c.thresholdChars} ${c.headChars} ${c.tailChars}`)(Config(undefined))

export function apply(ctx, given) {
  const config = Config(given)
  if (!config.enabled) return
  const client = new Client({ command: config.command, socket: config.socket, startMs: config.startMs, timeoutMs: config.timeoutMs })
  ctx.effect(() => () => client.close())
  client.warm()
  const warned = new Set()
  ctx.on('tools/post-execute', async (exec, result, next) => {
    const decision = await next() // outside of try: a failure downstream is as it was
    try {
      return (await shorten(exec, result, decision)) ?? decision
    } catch (error) {
      warnOnce(String(error?.message ?? error))
      return decision
    }
  })

  /** The decision with less content, undefined where the content stays. */
  async function shorten(exec, result, decision) {
    if (decision?.kind !== 'accept' || Object.hasOwn(decision, 'value')) return undefined
    if (exec.parent !== undefined || config.excludeTools.includes(exec.name)) return undefined
    const blocks = decision.content ?? result.content
    const text = plainText(blocks)
    if (text === undefined || !longerThan(text, config.thresholdChars) || !sendable(text)) return undefined
    const sessionId = exec.agent?.session?.header?.id
    if (sessionId === undefined) return undefined
    let stored
    const answer = await client.exchange(async () => {
      stored = await save(ctx.get('spillStore'), config.spillDir, { sessionId, toolName: exec.name, callId: exec.callId, text })
      // What is stored and what is asked about are one text, or numbers and hash would be off.
      return exchange(exec, result, [{ ...blocks[0], text }], sessionId, stored)
    }, exec.signal)
    const content = replacement(answer, text, stored?.locator)
    return content && { ...decision, content }
  }

  function exchange(exec, result, blocks, sessionId, stored) {
    const options = budgets(config)
    // The standard values give way to those of the host's own configuration.
    const { thresholdChars, headChars, tailChars } = config
    if (`${thresholdChars} ${headChars} ${tailChars}` !== standardPreview) options.preview = { thresholdChars, headChars, tailChars }
    if (stored) options.spill = stored
    const exitStatus = result.value?.exitCode
    return {
      exec: { callId: exec.callId, name: exec.name, arguments: exec.arguments, session: sessionId },
      result: {
        isError: result.isError === true,
        // A status of zero is not shown by the harness either.
        ...(Number.isSafeInteger(exitStatus) && exitStatus !== 0 ? { exitStatus } : {}),
        content: blocks,
      },
      decision: { kind: 'accept' },
      options,
    }
  }

  function warnOnce(message) {
    if (warned.has(message) || warned.size >= 32) return
    warned.add(message)
    ctx.logger?.warn?.(`riffle: ${message}; the result stays as it is`)
  }
}
