// Measures the methods and reports which reach their goals: node bench/detection/run.ts [--last] [name…]; without names all of them.
import { join } from 'node:path'
import { measureAll } from '../measure-all.ts'
import { headlines } from './headlines.ts'
import { methods } from './index.ts'

await measureAll(methods, process.argv.slice(2), {
  results: join(import.meta.dirname, 'results.json'),
  page: join(import.meta.dirname, '../../docs/guide/accuracy.md'),
  headlines,
})
