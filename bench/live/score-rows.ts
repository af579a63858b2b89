/**
 * Scores rows of the series of a state in a process of its own: node --expose-gc bench/live/score-rows.ts FILE SERIES ROWS FIRST_ROW. Prints JSON.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { deserialize } from 'node:v8'
import { createLiveDetector, type LiveDetector, type LiveState } from '../../packages/engine/src/index.ts'
import { anonymousMb } from '../server/memory.ts'
import { emptyColumns, simulateRows } from './rows.ts'

const WARM_UP_ROWS = 3
/** What was collected goes back to the system a little later. */
const SETTLE_MS = 1000

const [file, ...numbers] = process.argv.slice(2)
const [seriesCount = 1000, rows = 10, firstRow = 0] = numbers.map(Number)
const columns = emptyColumns(seriesCount)
const before = anonymousMb(process.pid)
const heldBefore = heldMb()
const { detector, stepMs } = open()
const fillRow = simulateRows(stepMs)
let row = firstRow
const pushRows = (count: number): void => {
  for (const end = row + count; row < end; row++) detector.push({ times: fillRow(columns, row), columns })
}
pushRows(WARM_UP_ROWS)
const began = process.cpuUsage()
pushRows(rows)
const { user, system } = process.cpuUsage(began)
await collect()
const memory = { memoryMb: anonymousMb(process.pid) - before, heldMb: heldMb() - heldBefore }
console.log(JSON.stringify({ coreShare: (user + system) / 1e6 / rows, ...memory }))

function open(): { detector: LiveDetector; stepMs: number } {
  const state = deserialize(readFileSync(file!)) as LiveState
  return { detector: createLiveDetector(state.options, state), stepMs: state.options.stepMs }
}

function heldMb(): number {
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

async function collect(): Promise<void> {
  globalThis.gc?.()
  await setTimeout(SETTLE_MS)
  globalThis.gc?.()
}
