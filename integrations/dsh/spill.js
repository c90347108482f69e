// Where the original is stored, by what the deployment has: its spill store, else the
// folder of the configuration, else the store of the host.

import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The most bytes of a hint that the host prints. */
const MAX_HINT = 512

/**
 * Stores a text and returns { locator, hint }, or undefined where the host is to store
 * it. It throws where the store that is there fails: then nothing may take the text's place.
 */
export async function save(store, dir, { sessionId, toolName, callId, text }) {
  if (store) {
    const ref = await store.saveText({
      owner: { sessionId },
      source: { toolName, callId, label: 'result' },
      suggestedName: `${toolName}.txt`,
      content: text,
    })
    if (typeof ref?.locator !== 'string' || ref.locator === '') throw new Error('the spill store gave no locator')
    return { locator: ref.locator, hint: oneLine(ref.retrievalHint) }
  }
  if (dir === undefined) return undefined
  return { locator: await saveFile(dir, sessionId, toolName, text), hint: 'Use read with offset and limit, or grep this path.' }
}

/** Writes a new file that only this user can read, and has it on the disk before it returns. */
async function saveFile(dir, sessionId, toolName, text) {
  const session = createHash('sha256').update(sessionId).digest('hex').slice(0, 12)
  const folder = join(resolve(dir), `session-${session}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = toolName.replace(/[^A-Za-z0-9._-]/g, (c) => `~${c.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`)
  const path = join(folder, `${randomBytes(6).toString('hex')}-${name.slice(0, 80)}.txt`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text, 'utf8')
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

function oneLine(hint) {
  if (typeof hint !== 'string') return undefined
  const line = hint.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return line === '' || Buffer.byteLength(line) > MAX_HINT ? undefined : line
}
