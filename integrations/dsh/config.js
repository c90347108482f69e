// The configuration of the plugin: what may stand in its row, and what holds without it.

import { count, settings, words } from './settings.js'

const { fill, problems } = settings(
  {
    headChars: { ...count(0), standard: 4096 },
    tailChars: { ...count(0), standard: 1024 },
    spillDir: words,
  },
  (c) => {
    const kept = c.headChars + c.tailChars
    return kept < c.thresholdChars ? [] : [`headChars + tailChars is ${kept}; expected less than thresholdChars, ${c.thresholdChars}`]
  },
)

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
