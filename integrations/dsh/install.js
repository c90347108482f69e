// Puts the plugin into one agent preset, and takes it out again, without pnpm: its files
// stand in a folder beside the preset's agent.cordis.yml, and a row there names them.

import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = 'dsh-riffle'
const COMPOSITION = 'agent.cordis.yml'
const FILES = ['index.js', 'client.js', 'config.js', 'settings.js', 'spill.js', 'package.json']

// The row stands between two comments, so that it can be found again whatever was
// edited in it. The second form tells that the line before it had no end.
const BEGIN = '# dsh-riffle: begin'
const BEGIN_UNENDED = `${BEGIN}, the line above had no end`
const END = '# dsh-riffle: end'

/** What is wrong with what was asked for; its message is for people. */
export class UsageError extends Error {}

/** The harness's home: --home, DSH_HOME, ~/.dsh. */
export function dshHome(given, env = process.env) {
  const path = given || env.DSH_HOME?.trim() || join(homedir(), '.dsh')
  return resolve(path.replace(/^~(?=$|[/\\])/, homedir()))
}

/** The row of the plugin as it stands in a preset. */
export function row(config = {}) {
  const lines = ['- id: riffle', `  name: './${FOLDER}/index.js'`]
  const keys = Object.entries(config)
  if (keys.length > 0) lines.push('  config:', ...keys.map(([key, value]) => `    ${key}: ${JSON.stringify(value)}`))
  return lines.join('\n') + '\n'
}

/**
 * A composition with the row at its end. A row that is there stays, whatever was changed
 * in it, save for the command where one is given.
 */
export function withRow(text, config = {}) {
  const block = (begin) => `${begin}\n${row(config)}${END}\n`
  const at = find(text)
  if (at) return text.slice(0, at.from) + renewed(text.slice(at.from, at.to), config.command) + text.slice(at.to)
  if (/^- (?:id|"id"|'id'): *["']?riffle["']? *$/m.test(text)) throw new UsageError('the preset has a row with the id riffle already, made by hand: take it out first')
  if (/^\s*\[/m.test(text.replace(/^\s*(#.*)?$/gm, ''))) throw new UsageError(`${COMPOSITION} is a list in brackets; expected one row a dash: change it, or add the row by hand:\n${row(config)}`)
  return text === '' || text.endsWith('\n') ? text + block(BEGIN) : `${text}\n${block(BEGIN_UNENDED)}`
}

function renewed(block, command) {
  if (command === undefined) return block
  const line = `    command: ${JSON.stringify(command)}`
  if (/^ +command: .*$/m.test(block)) return block.replace(/^ +command: .*$/m, () => line)
  if (/^ +config:/m.test(block)) throw new UsageError(`the row has a config without a command; add to it by hand:\n${line}`)
  return block.replace(/^ +name: .*$/m, (name) => `${name}\n  config:\n${line}`)
}

/** A composition without the row: the bytes that were there before it. */
export function withoutRow(text) {
  const at = find(text)
  if (!at) return text
  const unended = text.slice(at.from).startsWith(BEGIN_UNENDED) && at.to === text.length
  return text.slice(0, unended ? at.from - 1 : at.from) + text.slice(at.to)
}

function find(text) {
  const from = text.startsWith(BEGIN) ? 0 : text.indexOf(`\n${BEGIN}`) + 1
  if (from === 0 && !text.startsWith(BEGIN)) return undefined
  const end = text.indexOf(END, from)
  if (end < 0) throw new UsageError(`${COMPOSITION} has a line "${BEGIN}" without a line "${END}": mend it by hand`)
  const to = end + END.length
  return { from, to: text[to] === '\n' ? to + 1 : to }
}

/** Installs into a preset, which is copied from another first where `from` is given. Returns what was done. */
export function install({ preset, from, home, presets, config }) {
  const dir = presetFolder(home, preset)
  const done = []
  if (from !== undefined) {
    if (existsSync(dir)) throw new UsageError(`${dir} exists; leave --from out to patch it, or choose another --preset`)
    const source = sourceFolder(home, presets, from)
    mkdirSync(dirname(dir), { recursive: true, mode: 0o700 })
    cpSync(source, dir, { recursive: true, dereference: true, errorOnExist: true, force: false })
    done.push(`copied ${source} to ${dir}`)
  }
  const path = join(dir, COMPOSITION)
  const text = read(path)
  const next = withRow(text, config)
  const target = join(dir, FOLDER)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const file of FILES) cpSync(fileURLToPath(new URL(file, import.meta.url)), join(target, file))
  done.push(`wrote ${target}`)
  if (next !== text) {
    replace(path, next)
    done.push(`added a row to ${path}`)
  } else done.push(`${path} has the row already`)
  done.push(`start a new session on the preset ${preset}`)
  return done
}

/** Takes the row and the files out again. */
export function remove({ preset, home }) {
  const dir = presetFolder(home, preset)
  const path = join(dir, COMPOSITION)
  const text = read(path)
  const next = withoutRow(text)
  const done = []
  if (next !== text) {
    replace(path, next)
    done.push(`took the row out of ${path}`)
  } else done.push(`${path} has no row of dsh-riffle`)
  const target = join(dir, FOLDER)
  if (existsSync(target)) {
    rmSync(target, { recursive: true })
    done.push(`removed ${target}`)
  }
  return done
}

function presetFolder(home, preset) {
  if (!preset) throw new UsageError('--preset is missing; expected the name of an agent preset')
  if (!/^[a-z0-9][a-z0-9-]*$/.test(preset)) throw new UsageError(`--preset is ${JSON.stringify(preset)}; expected small letters, digits and hyphens`)
  return join(dshHome(home), '.agent-presets', preset)
}

/** The folder of a preset to copy: the user's own, or one that ships with the harness. */
function sourceFolder(home, presets, from) {
  const roots = [join(dshHome(home), '.agent-presets'), ...(presets ? [resolve(presets)] : shipped())]
  for (const root of roots) {
    const dir = join(root, from)
    if (/^[a-z0-9][a-z0-9-]*$/.test(from) && existsSync(join(dir, COMPOSITION))) return dir
  }
  throw new UsageError(`no preset ${from} in ${roots.join(' or ')}; name the folder of the shipped presets with --presets (config/agent-presets of the package @deepseek-ai/dsh)`)
}

/** Where the presets of the dsh in PATH are. */
function shipped() {
  const found = []
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    const program = join(dir, 'dsh')
    if (!dir || !existsSync(program)) continue
    found.push(join(dirname(dirname(realpathSync(program))), 'config', 'agent-presets'))
  }
  return found
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') throw new UsageError(`${path} is missing; give --from standard to copy a preset first`)
    throw error
  }
}

/** Writes beside the file and renames, so that no reader sees half of it. */
function replace(path, text) {
  const beside = `${path}.riffle-new`
  writeFileSync(beside, text, { mode: statSync(path).mode & 0o777 })
  renameSync(beside, path)
}
