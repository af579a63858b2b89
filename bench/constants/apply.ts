// Gives the engine the values that a search chose: node bench/constants/apply.ts <group>
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chosenOverrides } from './chosen.ts'
import { groups } from './groups.ts'
import { withConstants } from './with-constants.ts'

const engine = resolve(import.meta.dirname, '../../packages/engine/src')
const [name = ''] = process.argv.slice(2)
const group = groups[name]
if (group === undefined) {
  console.error(`Name one of these groups: ${Object.keys(groups).join(', ')}`)
  process.exit(2)
}
for (const [file, overrides] of Map.groupBy(chosenOverrides(name, group.choices), (one) => one.file)) {
  const path = resolve(engine, file)
  writeFileSync(path, withConstants(readFileSync(path, 'utf8'), overrides))
}
console.log(`The engine has the constants that were chosen for ${name}.`)
