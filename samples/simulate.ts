// Writes the demo's files: node samples/simulate.ts [folder], by default samples/data.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeShopFiles } from './shop-files.ts'

const folder = process.argv[2] ?? join(import.meta.dirname, 'data')
mkdirSync(folder, { recursive: true })
for (const { name, text } of makeShopFiles()) {
  writeFileSync(join(folder, name), text)
  console.log(`${join(folder, name)}  ${Math.ceil(Buffer.byteLength(text) / 1000)} kB`)
}
