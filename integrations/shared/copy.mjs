// Copies the shared client into each integration: node integrations/shared/copy.mjs
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = new URL('.', import.meta.url)
for (const to of ['../dsh/client.js', '../opencode/riffle/client.js']) {
  copyFileSync(new URL('riffle.js', here), new URL(to, here))
  console.log(fileURLToPath(new URL(to, here)))
}
