// The configuration of the plugin: what may stand in its row, and what holds without it.

import { DEFAULTS } from './client.js'

const defaults = {
  enabled: true,
  thresholdChars: 8192,
  headChars: 4096,
  tailChars: 1024,
  excludeTools: ['read'],
  spillDir: undefined,
  minTokens: undefined,
  targetTokens: undefined,
  maxTokens: undefined,
  command: DEFAULTS.command,
  socket: undefined,
  startMs: DEFAULTS.startMs,
  timeoutMs: DEFAULTS.timeoutMs,
}

const count = (least) => [`a whole number, at least ${least}`, (v) => Number.isSafeInteger(v) && v >= least]
const words = ['a text that is not empty', (v) => typeof v === 'string' && v !== '']
const keys = {
  enabled: ['true or false', (v) => typeof v === 'boolean'],
  thresholdChars: count(1),
  headChars: count(0),
  tailChars: count(0),
  excludeTools: ['a list of tool names', (v) => Array.isArray(v) && v.every((name) => typeof name === 'string' && name !== '')],
  spillDir: words,
  minTokens: count(1),
  targetTokens: count(1),
  maxTokens: count(1),
  command: words,
  socket: words,
  startMs: count(0),
  timeoutMs: count(1),
}

/** What is wrong with a configuration, one line each. */
function problems(given) {
  if (given === undefined || given === null) return []
  if (typeof given !== 'object' || Array.isArray(given)) return ['the configuration is no map; expected keys such as thresholdChars']
  const found = []
  for (const [key, value] of Object.entries(given)) {
    if (!Object.hasOwn(keys, key)) found.push(`${key} is no key; expected one of ${Object.keys(keys).join(', ')}`)
    else if (value !== undefined && !keys[key][1](value)) found.push(`${key} is ${JSON.stringify(value)}; expected ${keys[key][0]}`)
  }
  if (found.length > 0) return found
  const c = fill(given)
  if (c.headChars + c.tailChars >= c.thresholdChars) found.push(`headChars + tailChars is ${c.headChars + c.tailChars}; expected less than thresholdChars, ${c.thresholdChars}`)
  for (const key of ['minTokens', 'targetTokens']) {
    if (c.maxTokens !== undefined && c[key] > c.maxTokens) found.push(`${key} is ${c[key]}; expected at most maxTokens, ${c.maxTokens}`)
  }
  return found
}

function fill(given) {
  const out = { ...defaults, excludeTools: [...defaults.excludeTools] }
  for (const [key, value] of Object.entries(given ?? {})) if (value !== undefined) out[key] = value
  return out
}

/** Config checks a configuration and fills in the defaults. It throws on an unknown key, a wrong type and a broken rule. */
export function Config(given) {
  const found = problems(given)
  if (found.length > 0) throw new TypeError(`dsh-riffle: ${found.join('; ')}`)
  return fill(given)
}

// The form in which the harness asks for it: https://standardschema.dev
Config['~standard'] = {
  version: 1,
  vendor: 'riffle',
  validate(given) {
    const found = problems(given)
    if (found.length > 0) return { issues: found.map((message) => ({ message: `dsh-riffle: ${message}` })) }
    return { value: fill(given) }
  },
}
