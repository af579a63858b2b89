// Prints what each model type, and two baselines, find in runs whose truth is known: node bench/faults.ts
import { cassandraRuns, shopRun } from './faults/fault-runs.ts'
import { compare, tableText } from './faults/table.ts'

const runs = [...cassandraRuns(), shopRun()]
for (const run of runs) console.log(tableText(run, compare(run)))
if (runs.length === 1)
  console.log('Set OMEN_BENCH_DATA to the folder that holds cassandra/ for the two runs of a real cluster.')
