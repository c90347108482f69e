// The way from an agent's process to a running `riffle serve`: dial its socket, start
// it where nobody answers, ask one exchange, wait a bounded time.
//
// Whatever goes wrong is a rejected promise, and what that means is always the same: the
// caller keeps its result as it is.
//
// This file is the same in every integration; integrations/shared/copy.mjs copies it.

import { spawn } from 'node:child_process'
import { createConnection } from 'node:net'

/** The most bytes of a text that is sent; the server takes no larger one. */
export const MAX_TEXT = 64 * 1024 * 1024

/** The most bytes of an answer: less than the largest request. */
const MAX_ANSWER = 160 * 1024 * 1024

/** For so long nobody tries to start a server after that failed: a try costs a process. */
const REST_MS = 10_000

/** A start that takes longer than this is given up. */
const START_GIVE_UP_MS = 10_000

export const DEFAULTS = Object.freeze({
  command: 'riffle', // the program that serves, found in PATH
  socket: '', // path of the socket; '': the one that the program names
  startMs: 300, // what a call waits for a server that is about to start
  timeoutMs: 5000, // what a call waits for its answer, the start included
})

const noop = () => {}

/** Client asks one server. It holds no connection between calls, and keeps no process alive. */
export class Client {
  #options
  #socket
  #starting // the start under way
  #restUntil = 0
  #serial = 0
  #open = new Set()
  #closed = false

  /** @param options those of DEFAULTS; cwd: where the configuration is looked for. */
  constructor(options = {}) {
    this.#options = { ...DEFAULTS, ...options }
    this.#socket = this.#options.socket || process.env.RIFFLE_SOCKET || ''
  }

  /** Starts the server in the background, so that the first call finds it. Never throws. */
  warm() {
    this.#start().catch(noop)
  }

  /** Ends what is under way; those calls are rejected. */
  close() {
    this.#closed = true
    for (const socket of this.#open) socket.destroy(new Error('riffle: the client was closed'))
  }

  /**
   * Connects, has `prepare` make the exchange, and returns the answer to it. An original
   * that the caller stores itself is stored in `prepare`: only once a server answers.
   */
  async exchange(prepare, signal) {
    const until = Date.now() + this.#options.timeoutMs
    const socket = await this.#connect(until, signal)
    const left = deadline(until, signal, (error) => socket.destroy(error))
    try {
      const id = ++this.#serial
      const request = await Promise.race([prepare(), failure(socket)])
      if (socket.destroyed) throw socket.errored ?? new Error('riffle: the connection ended')
      const answer = await ask(socket, JSON.stringify({ id, ...request }) + '\n')
      if (answer.id !== id) throw new Error('riffle: the answer is to another request')
      return answer
    } finally {
      left.clear()
      this.#open.delete(socket)
      socket.destroy()
    }
  }

  async #connect(until, signal) {
    if (signal?.aborted) throw new Error('riffle: the call was cancelled')
    if (this.#closed) throw new Error('riffle: the client was closed')
    if (this.#socket) {
      try {
        return await this.#dial(until)
      } catch (error) {
        if (error.code !== 'ENOENT' && error.code !== 'ECONNREFUSED') throw error
      }
    }
    const ms = Math.min(this.#options.startMs, until - Date.now())
    await within(ms, this.#start(), `riffle: no server after ${ms} ms`)
    if (this.#closed) throw new Error('riffle: the client was closed')
    return this.#dial(until)
  }

  #dial(until) {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ path: this.#socket })
      this.#open.add(socket)
      const left = deadline(until, undefined, (error) => socket.destroy(error))
      socket.once('connect', () => {
        left.clear()
        socket.off('error', failed)
        socket.on('error', noop) // whoever waits learns of it by 'close'
        resolve(socket)
      })
      const failed = (error) => {
        left.clear()
        this.#open.delete(socket)
        reject(error)
      }
      socket.once('error', failed)
    })
  }

  /** Has a server answer, by a command that starts one where none does; one at a time. */
  #start() {
    if (this.#starting) return this.#starting
    if (Date.now() < this.#restUntil) return Promise.reject(new Error('riffle: the server did not start a moment ago'))
    this.#starting = this.#run().then(
      (path) => {
        this.#socket = path
      },
      (error) => {
        this.#restUntil = Date.now() + REST_MS
        throw error
      },
    ).finally(() => {
      this.#starting = undefined
    })
    this.#starting.catch(noop)
    return this.#starting
  }

  /** `riffle serve --start` prints the socket once a server answers there. */
  #run() {
    const args = ['serve', '--start']
    if (this.#socket && (this.#options.socket || process.env.RIFFLE_SOCKET)) args.push('--socket', this.#socket)
    return new Promise((resolve, reject) => {
      const child = spawn(this.#options.command, args, { cwd: this.#options.cwd, stdio: ['ignore', 'pipe', 'ignore'], detached: true, windowsHide: true })
      const timer = setTimeout(() => child.kill('SIGKILL'), START_GIVE_UP_MS)
      timer.unref?.()
      let out = ''
      child.stdout.setEncoding('utf8')
      child.stdout.on('data', (part) => {
        if (out.length < 8192) out += part
      })
      child.on('error', (error) => {
        clearTimeout(timer)
        reject(error)
      })
      child.on('close', (code) => {
        clearTimeout(timer)
        const path = out.split('\n', 1)[0]
        if (code === 0 && path) resolve(path)
        else reject(new Error(`riffle: the server did not start (${code})`))
      })
      // An agent that is done does not wait for a server.
      child.unref()
      child.stdout.unref?.()
    })
  }
}

/** Writes a line and reads one. */
function ask(socket, line) {
  return new Promise((resolve, reject) => {
    const parts = []
    let bytes = 0
    socket.on('data', (part) => {
      const end = part.indexOf(10)
      bytes += part.length
      if (bytes > MAX_ANSWER) return socket.destroy(new Error('riffle: the answer is too large'))
      parts.push(end < 0 ? part : part.subarray(0, end))
      if (end < 0) return
      try {
        const answer = JSON.parse(Buffer.concat(parts).toString('utf8'))
        if (answer === null || typeof answer !== 'object') throw new Error('riffle: the answer is no object')
        resolve(answer)
      } catch (error) {
        reject(error)
      }
    })
    socket.once('close', () => reject(socket.errored ?? new Error('riffle: the server ended the connection')))
    socket.write(line)
  })
}

/** Rejects when the connection ends. */
function failure(socket) {
  const ended = new Promise((_, reject) => {
    socket.once('close', () => reject(socket.errored ?? new Error('riffle: the server ended the connection')))
  })
  ended.catch(noop)
  return ended
}

/** Calls fail at a time or when the signal is aborted, until cleared. */
function deadline(until, signal, fail) {
  const timer = setTimeout(() => fail(new Error('riffle: no answer in time')), Math.max(0, until - Date.now()))
  const aborted = () => fail(new Error('riffle: the call was cancelled'))
  signal?.addEventListener('abort', aborted, { once: true })
  return {
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', aborted)
    },
  }
}

function within(ms, promise, message) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), Math.max(0, ms))
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/**
 * The text of blocks that are all plain text, undefined for any others. Each block begins
 * a line, as the host has it: so lines count alike here and there.
 */
export function plainText(content) {
  if (!Array.isArray(content)) return undefined
  const parts = []
  for (const block of content) {
    if (block?.type !== 'text' || typeof block.text !== 'string') return undefined
    if (parts.length > 0 && !parts.at(-1).endsWith('\n')) parts.push('\n')
    parts.push(block.text)
  }
  return parts.join('')
}

/** Whether a text has more than so many code points; a surrogate pair is one. */
export function longerThan(text, points) {
  if (text.length <= points) return false
  if (text.length > 2 * points) return true
  let n = 0
  for (const _ of text) if (++n > points) return true
  return false
}

/** Whether a text may be sent: UTF-8 has no form for half of a surrogate pair. */
export function sendable(text) {
  return Buffer.byteLength(text) <= MAX_TEXT && (typeof text.isWellFormed !== 'function' || text.isWellFormed())
}

/**
 * The blocks that take the place of a text by this answer, undefined where the text
 * stays. An answer is believed only if it is shorter and says where the original is: at
 * the locator that was given, else at that of the answer.
 */
export function replacement(answer, text, given) {
  if (answer?.outcome?.action !== 'replaced' || answer.decision?.kind !== 'accept') return undefined
  if (Object.hasOwn(answer.decision, 'value')) return undefined
  const content = answer.decision.content
  const shorter = plainText(content)
  if (!shorter || content.length !== 1) return undefined
  if (!shorter.startsWith('[riffle: ') || Buffer.byteLength(shorter) >= Buffer.byteLength(text)) return undefined
  if (given !== undefined ? !shorter.includes(given) : typeof answer.locator?.path !== 'string') return undefined
  return content
}
