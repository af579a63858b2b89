// Measures the budgets and reports which are met: node bench/run.ts [--last] [name…]; without names all of them.
import { join } from 'node:path'
import { headlines } from './budgets/headlines.ts'
import { budgets } from './budgets/index.ts'
import { measureAll } from './measure-all.ts'

await measureAll(budgets, process.argv.slice(2), {
  results: join(import.meta.dirname, 'budgets/results.json'),
  page: join(import.meta.dirname, 'README.md'),
  headlines,
})
