import assert from 'node:assert/strict'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'

import { join } from 'node:path'
import { test } from 'node:test'
import { Client, longerThan, plainText, replacement, sendable } from '../client.js'
import { fake, folder, replaced } from '../../shared/test/fake.mjs'

const request = { exec: { name: 'bash' }, result: { content: [] } }
const prepare = async () => request

test('the copies of the shared client are equal', () => {
  const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8')
  for (const [from, name] of [['riffle.js', 'client.js'], ['settings.js', 'settings.js']]) {
    for (const to of ['../', '../../opencode/riffle/']) {
      assert.equal(read(to + name), read(`../../shared/${from}`), `${to}${name}: run node integrations/shared/copy.mjs`)
    }
  }
})

test('an exchange is one line each way', async (t) => {
  const server = await fake(t, (r) => ({ id: r.id, outcome: { action: 'passed' } }))
  const client = new Client({ socket: server.path })
  const answer = await client.exchange(prepare)
  assert.equal(answer.outcome.action, 'passed')
  assert.deepEqual(server.requests, [{ id: 1, ...request }])
})

test('an answer in many pieces, and characters cut between them, arrive whole', async (t) => {
  const server = await fake(t, (r, c) => {
    const line = Buffer.from(JSON.stringify({ id: r.id, text: 'größer 漢字 😀'.repeat(50) }) + '\nmore')
    let at = 0
    const step = () => { if (at < line.length && !c.destroyed) { c.write(line.subarray(at, at += 7)); setImmediate(step) } }
    step()
  })
  const answer = await new Client({ socket: server.path }).exchange(prepare)
  assert.equal(answer.text, 'größer 漢字 😀'.repeat(50))
})

test('calls at once get their own answers', async (t) => {
  const server = await fake(t, (r, c) => { setTimeout(() => c.write(JSON.stringify({ id: r.id, name: r.exec.name }) + '\n'), r.exec.name === 'a' ? 20 : 0) })
  const client = new Client({ socket: server.path })
  const names = ['a', 'b', 'c', 'd']
  const answers = await Promise.all(names.map((name) => client.exchange(async () => ({ exec: { name } }))))
  assert.deepEqual(answers.map((a) => a.name), names)
})

const faults = {
  'a crash in mid-call': (r, c) => { c.destroy() },
  'an answer that is cut': (r, c) => { c.end('{"id":') },
  'an answer that is no JSON': () => 'garbage\n',
  'an answer that is no object': () => 'null\n',
  'an answer to another request': (r) => ({ id: r.id + 1, outcome: { action: 'replaced' } }),
  'an answer that is an empty line': () => '\n',
  'no answer in time': () => undefined,
}
for (const [name, answer] of Object.entries(faults)) {
  test(`${name} is a rejection`, async (t) => {
    const server = await fake(t, answer)
    await assert.rejects(new Client({ socket: server.path, timeoutMs: name === 'no answer in time' ? 50 : 5000 }).exchange(prepare))
    assert.equal(server.requests.length, 1)
  })
}

test('a cancelled call ends at once', async (t) => {
  const stop = new AbortController()
  const server = await fake(t, () => { stop.abort() })
  await assert.rejects(new Client({ socket: server.path, timeoutMs: 60000 }).exchange(prepare, stop.signal), /cancelled/)
  await assert.rejects(new Client({ socket: server.path }).exchange(prepare, stop.signal), /cancelled/)
})

test('a preparation that fails or hangs is a rejection, and nothing is asked', async (t) => {
  const server = await fake(t, () => '{}\n')
  await assert.rejects(new Client({ socket: server.path }).exchange(async () => { throw new Error('disk full') }), /disk full/)
  await assert.rejects(new Client({ socket: server.path, timeoutMs: 50 }).exchange(() => new Promise(() => {})), /in time/)
  assert.equal(server.requests.length, 0)
})

test('where nobody answers, nothing is prepared', async (t) => {
  let prepared = false
  const client = new Client({ socket: join(folder(t), 's.sock'), command: 'no-such-program' })
  await assert.rejects(client.exchange(async () => { prepared = true }))
  assert.equal(prepared, false)
})

test('a closed client ends what is under way and asks no more', async (t) => {
  let client
  const server = await fake(t, () => { client.close() })
  client = new Client({ socket: server.path, timeoutMs: 60000 })
  await assert.rejects(client.exchange(prepare), /closed/)
  await assert.rejects(client.exchange(prepare), /closed/)
})

/** A program that notes its arguments, and runs `body`. */
function program(t, body) {
  const dir = folder(t)
  const path = join(dir, 'riffle')
  writeFileSync(path, `#!/bin/sh\necho "$@" >>'${dir}/calls'\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, dir, calls: () => { try { return readFileSync(join(dir, 'calls'), 'utf8').trimEnd().split('\n') } catch { return [] } } }
}

test('the program names the socket of a server that it starts', async (t) => {
  const server = await fake(t, (r) => ({ id: r.id }))
  const p = program(t, `echo '${server.path}'`)
  const client = new Client({ command: p.path, startMs: 10000 })
  await client.exchange(prepare)
  await client.exchange(prepare)
  assert.deepEqual(p.calls(), ['serve --start'])
})

test('calls at once start one server', async (t) => {
  const server = await fake(t, (r) => ({ id: r.id }))
  const p = program(t, `echo '${server.path}'`)
  const client = new Client({ command: p.path, startMs: 10000 })
  client.warm()
  await Promise.all([1, 2, 3].map(() => client.exchange(prepare)))
  assert.equal(p.calls().length, 1)
})

test('a socket that is named is started there', async (t) => {
  const dir = folder(t)
  const socket = join(dir, 's.sock')
  const p = program(t, 'exit 1')
  await assert.rejects(new Client({ command: p.path, socket, startMs: 10000 }).exchange(prepare), /did not start/)
  assert.deepEqual(p.calls(), [`serve --start --socket ${socket}`])
})

test('a server that ended is started again', async (t) => {
  const dir = folder(t)
  const first = join(dir, 'gone.sock')
  // A socket that nobody listens at any more: listening and closing leaves none, so a
  // path without a file stands for it, as after an idle exit.
  const server = await fake(t, (r) => ({ id: r.id }))
  const p = program(t, `if [ -e '${dir}/once' ]; then echo '${server.path}'; else touch '${dir}/once'; echo '${first}'; fi`)
  const client = new Client({ command: p.path, startMs: 10000 })
  await assert.rejects(client.exchange(prepare))
  await client.exchange(prepare)
  assert.equal(p.calls().length, 2)
})

test('a start that fails is not tried again at once', async (t) => {
  const p = program(t, 'exit 3')
  const client = new Client({ command: p.path, startMs: 10000 })
  await assert.rejects(client.exchange(prepare), /did not start \(3\)/)
  await assert.rejects(client.exchange(prepare), /a moment ago/)
  assert.equal(p.calls().length, 1)
})

test('a call waits no longer than its share for a start', async (t) => {
  const p = program(t, 'exec sleep 2')
  await assert.rejects(new Client({ command: p.path, startMs: 20 }).exchange(prepare), /no server after 20 ms/)
})

test('plain text is the text of blocks that are all text', () => {
  const of = (...texts) => texts.map((text) => ({ type: 'text', text }))
  assert.equal(plainText(of('a', 'b')), 'a\nb', 'each begins a line')
  assert.equal(plainText(of('a\n', 'b')), 'a\nb')
  assert.equal(plainText(of('', 'b', '')), '\nb\n', 'as the host has it')
  assert.equal(plainText([]), '')
  for (const other of [undefined, 'a', [{ type: 'image' }], [{ type: 'text', text: 'a' }, { type: 'reasoning', text: 'b' }], [{ type: 'text' }], [null]]) {
    assert.equal(plainText(other), undefined)
  }
})

test('a surrogate pair is one code point', () => {
  assert.equal(longerThan('😀'.repeat(10), 10), false)
  assert.equal(longerThan('😀'.repeat(11), 10), true)
  assert.equal(longerThan('a'.repeat(10), 10), false)
  assert.equal(longerThan('a'.repeat(21), 10), true)
})

test('half of a surrogate pair is not sent', { skip: typeof ''.isWellFormed !== 'function' }, () => {
  assert.equal(sendable('a\ud83d'), false)
  assert.equal(sendable('a😀'), true)
})

test('an answer is believed only if it is shorter and says where the original is', () => {
  const text = 'x'.repeat(200)
  const asked = { id: 1, decision: { kind: 'accept' }, options: { spill: { locator: '/s/o' } } }
  const good = replaced(asked)
  assert.deepEqual(replacement(good, text, '/s/o'), good.decision.content)
  assert.deepEqual(replacement(good, text, undefined), good.decision.content)
  const change = (f) => { const a = structuredClone(good); f(a); return a }
  const bad = {
    'passed': [change((a) => { a.outcome.action = 'passed' })],
    'no outcome': [change((a) => { delete a.outcome })],
    'no decision': [change((a) => { a.decision = null })],
    'another kind': [change((a) => { a.decision.kind = 'block' })],
    'a value': [change((a) => { a.decision.value = 1 })],
    'no content': [change((a) => { delete a.decision.content })],
    'two blocks': [change((a) => { a.decision.content.push({ type: 'text', text: '' }) })],
    'no text': [change((a) => { a.decision.content[0].text = 5 })],
    'no notice': [change((a) => { a.decision.content[0].text = 'short' })],
    'another locator': [good, text, '/s/other'],
    'no locator': [change((a) => { a.locator = null }), text, undefined],
    'not shorter': [good, 'xx', '/s/o'],
    'nothing': [undefined],
  }
  for (const [name, [answer, of = text, given = '/s/o']] of Object.entries(bad)) {
    if (name === 'no locator') assert.equal(replacement(answer, of, undefined), undefined, name)
    else assert.equal(replacement(answer, of, given), undefined, name)
  }
})
