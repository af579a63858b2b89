// Gives the engine the values that a search chose: node bench/constants/apply.ts <group>
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chosenOverrides } from './chosen.ts'
import { namedGroup } from './groups.ts'
import { engineSources, withConstants } from './with-constants.ts'

const [name = ''] = process.argv.slice(2)
const { choices } = namedGroup(name)
for (const [file, overrides] of Map.groupBy(chosenOverrides(name, choices), (one) => one.file)) {
  const path = resolve(engineSources, file)
  writeFileSync(path, withConstants(readFileSync(path, 'utf8'), overrides))
}
console.log(`The engine has the constants that were chosen for ${name}.`)
