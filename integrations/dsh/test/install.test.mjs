import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { row, withRow, withoutRow } from '../install.js'
import { folder } from '../../shared/test/fake.mjs'

const bin = fileURLToPath(new URL('../bin/dsh-riffle.js', import.meta.url))

/** A home of the harness with a preset, and shipped presets beside it. */
function home(t, text) {
  const dir = folder(t)
  const preset = join(dir, 'home', '.agent-presets', 'mine')
  if (text !== undefined) {
    mkdirSync(preset, { recursive: true })
    writeFileSync(join(preset, 'agent.cordis.yml'), text)
  }
  mkdirSync(join(dir, 'shipped', 'standard'), { recursive: true })
  writeFileSync(join(dir, 'shipped', 'standard', 'agent.cordis.yml'), '- id: a\n  name: b\n')
  writeFileSync(join(dir, 'shipped', 'standard', 'preset.yml'), 'name: Standard\n')
  const env = { PATH: process.env.PATH, DSH_HOME: join(dir, 'home') }
  return {
    dir, preset, composition: join(preset, 'agent.cordis.yml'),
    run: (...args) => execFileSync(process.execPath, [bin, ...args], { env, encoding: 'utf8' }),
    fail: (...args) => spawnSync(process.execPath, [bin, ...args], { env, encoding: 'utf8' }),
  }
}

const compositions = {
  'of some rows': '# mine\n- id: a\n  name: b # why\n\n- id: c\n  name: d\n',
  'without a last line end': '- id: a\n  name: b',
  'of nothing': '',
  'of Windows line ends': '- id: a\r\n  name: b\r\n',
}
for (const [name, text] of Object.entries(compositions)) {
  test(`a composition ${name} is the same after install and remove`, () => {
    const once = withRow(text, {})
    assert.ok(once.startsWith(text))
    assert.ok(once.includes(row()))
    assert.equal(withRow(once, {}), once)
    assert.notEqual(withRow(once, { command: '/bin/riffle' }), once)
    assert.equal(withoutRow(withRow(once, { command: '/bin/riffle' })), text)
    assert.equal(withoutRow(text), text)
  })
}

test('what was changed in the row stays, save for the command', () => {
  const edited = withRow('', { command: '/bin/$1' }).replace('  config:\n', '  config: # mine\n    targetTokens: 700\n')
  assert.equal(withRow(edited, {}), edited)
  assert.equal(withRow(edited, { command: '/opt/$2' }), edited.replace('/bin/$1', () => '/opt/$2'))
  assert.throws(() => withRow(edited.replace(/ +command.*\n/, ''), { command: '/opt' }), /by hand/)
})

test('rows that were added behind ours stay', () => {
  const text = withRow('- id: a', {}) + '- id: z\n'
  assert.equal(withoutRow(text), '- id: a\n- id: z\n')
})

test('a row made by hand and a list in brackets are refused', () => {
  assert.throws(() => withRow('- id: riffle\n  name: x\n', {}), /made by hand/)
  assert.throws(() => withRow('# none\n[]\n', {}), /list in brackets/)
  assert.throws(() => withRow('# dsh-riffle: begin\n- id: riffle\n', {}), /mend it by hand/)
})

test('install into a preset, twice, and remove', (t) => {
  const h = home(t, '- id: a\n  name: b\n')
  assert.match(h.run('install', '--preset', 'mine'), /added a row/)
  const files = readdirSync(join(h.preset, 'dsh-riffle')).sort()
  assert.deepEqual(files, ['client.js', 'config.js', 'index.js', 'package.json', 'settings.js', 'spill.js'])
  assert.match(h.run('install', '--preset', 'mine'), /has the row already/)
  h.run('remove', '--preset', 'mine')
  assert.equal(readFileSync(h.composition, 'utf8'), '- id: a\n  name: b\n')
  assert.deepEqual(readdirSync(h.preset), ['agent.cordis.yml'])
})

test('what is installed can be loaded where it stands', async (t) => {
  const h = home(t, '- id: a\n  name: b\n')
  h.run('install', '--preset', 'mine')
  const plugin = await import(join(h.preset, 'dsh-riffle', 'index.js'))
  assert.equal(plugin.name, 'riffle')
})

test('a preset is copied from one that ships, and never over another', (t) => {
  const h = home(t)
  const shipped = ['--presets', join(h.dir, 'shipped')]
  h.run('install', '--preset', 'mine', '--from', 'standard', ...shipped, '--command', '/opt/riffle')
  assert.ok(existsSync(join(h.preset, 'preset.yml')))
  assert.match(readFileSync(h.composition, 'utf8'), /name: '\.\/dsh-riffle\/index\.js'\n  config:\n    command: "\/opt\/riffle"\n/)
  assert.equal(readFileSync(join(h.dir, 'shipped', 'standard', 'agent.cordis.yml'), 'utf8'), '- id: a\n  name: b\n')
  const again = h.fail('install', '--preset', 'mine', '--from', 'standard', ...shipped)
  assert.equal(again.status, 2)
  assert.match(again.stderr, /exists/)
})

test('wrong calls end with 2 and say what was expected', (t) => {
  const h = home(t)
  for (const [args, message] of [
    [['install'], /--preset is missing/],
    [['install', '--preset', '../x'], /expected small letters/],
    [['install', '--preset', 'mine'], /is missing; give --from standard/],
    [['install', '--preset', 'mine', '--from', 'no', '--presets', h.dir], /no preset no in/],
    [['fly'], /usage:/],
    [[], /usage:/],
    [['install', '--nope'], /nope/],
  ]) {
    const r = h.fail(...args)
    assert.equal(r.status, 2, args.join(' '))
    assert.match(r.stderr, message)
  }
  assert.equal(h.run('print'), row())
})

test('the package ships what it imports', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  assert.equal(manifest.dependencies, undefined)
  assert.equal(manifest.dsh.bundle.patch, './cordis.patch.yml')
  for (const file of ['index.js', 'client.js', 'config.js', 'settings.js', 'spill.js', 'install.js', 'cordis.patch.yml']) assert.ok(manifest.files.includes(file), file)
})
