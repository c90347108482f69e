// Settings of an integration: which keys there are, what each may be, and what holds
// without it. A key that is not known is a fault, or a typing error would turn into a
// default that nobody asked for.
//
// This file is the same in every integration; integrations/shared/copy.mjs copies it.

import { DEFAULTS } from './client.js'

/** A whole number of at least so much. */
export const count = (least) => ({ expected: `a whole number, at least ${least}`, fits: (v) => Number.isSafeInteger(v) && v >= least })

/** A text that is not empty. */
export const words = { expected: 'a text that is not empty', fits: (v) => typeof v === 'string' && v !== '' }

const bool = { expected: 'true or false', fits: (v) => typeof v === 'boolean' }
const names = { expected: 'a list of tool names', fits: (v) => Array.isArray(v) && v.every((name) => typeof name === 'string' && name !== '') }

const common = {
  enabled: { ...bool, standard: true },
  thresholdChars: { ...count(1), standard: 8192 }, // code points; up to so many a result passes unasked
  excludeTools: { ...names, standard: Object.freeze(['read']) }, // or reading an original back would shorten it again
  minTokens: count(1),
  targetTokens: count(1),
  maxTokens: count(1),
  command: { ...words, standard: DEFAULTS.command },
  socket: words,
  startMs: { ...count(0), standard: DEFAULTS.startMs },
  timeoutMs: { ...count(1), standard: DEFAULTS.timeoutMs },
}

/**
 * Returns what checks and fills in settings: `problems`, one line for each thing that is
 * wrong, and `fill`. `more` are keys beside those that all integrations have; `rules`
 * returns what is wrong with filled-in settings.
 */
export function settings(more = {}, rules = () => []) {
  const keys = { ...common, ...more }

  function fill(given) {
    const out = {}
    for (const [key, { standard }] of Object.entries(keys)) out[key] = given?.[key] ?? standard
    return out
  }

  function problems(given) {
    if (given === undefined || given === null) return []
    if (typeof given !== 'object' || Array.isArray(given)) return ['the settings are no map; expected keys such as thresholdChars']
    const found = []
    for (const [key, value] of Object.entries(given)) {
      if (!Object.hasOwn(keys, key)) found.push(`${key} is no key; expected one of ${Object.keys(keys).join(', ')}`)
      else if (value !== undefined && !keys[key].fits(value)) found.push(`${key} is ${JSON.stringify(value)}; expected ${keys[key].expected}`)
    }
    if (found.length > 0) return found
    const c = fill(given)
    for (const key of ['minTokens', 'targetTokens']) {
      if (c.maxTokens !== undefined && c[key] > c.maxTokens) found.push(`${key} is ${c[key]}; expected at most maxTokens, ${c.maxTokens}`)
    }
    return [...found, ...rules(c)]
  }

  return { fill, problems }
}

/** The budgets of settings, as the options of an exchange. */
export function budgets(config) {
  const out = {}
  for (const key of ['minTokens', 'targetTokens', 'maxTokens']) if (config[key] !== undefined) out[key] = config[key]
  return out
}
