// Measures the methods and reports which reach their goals:: node bench/detection/run.ts [name…]; without names all of them.
import { join } from 'node:path'
import { measureAll } from '../measure-all.ts'
import { methods } from './index.ts'

await measureAll(methods, process.argv.slice(2), join(import.meta.dirname, '../../docs/guide/accuracy.md'))
