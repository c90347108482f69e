// Copies what all integrations share into each: node integrations/shared/copy.mjs
import { copyFileSync } from 'node:fs'

const to = ['../dsh/', '../opencode/riffle/']
const files = { 'riffle.js': 'client.js', 'settings.js': 'settings.js' }

for (const folder of to) {
  for (const [from, name] of Object.entries(files)) copyFileSync(new URL(from, import.meta.url), new URL(folder + name, import.meta.url))
}
