// Measures the budgets and reports which are met:: node bench/run.ts [name…]; without names all of them.
import { join } from 'node:path'
import { budgets } from './budgets/index.ts'
import { measureAll } from './measure-all.ts'

await measureAll(budgets, process.argv.slice(2), join(import.meta.dirname, 'README.md'))
