import { toCsv } from './shop/csv.ts'
import type { Fault } from './shop/faults.ts'
import { simulateShop } from './shop/simulate-shop.ts'
import { DAY, HOUR, MINUTE } from './shop/time.ts'

export type SampleFile = { name: string; text: string }

const SEED = 20_261_005
const STEP_MS = 5 * MINUTE
/** Monday 2026-10-05, 00:00 UTC. */
const TRAINING_FROM = Date.UTC(2026, 9, 5)
const TRAINING_DAYS = 14
const TEST_FROM = TRAINING_FROM + TRAINING_DAYS * DAY
const TEST_DAYS = 7

/** Somebody copied the pictures off node2 in the second week of training: the stretch that the filter file names. */
const copying: Fault = span('network-hog', 1, TRAINING_FROM + 9 * DAY + 14 * HOUR, 3 * HOUR)

/** One fault a day. The two hogs of the night stay within what a busy evening looks like: only the hour and the other series tell. */
const testFaults: readonly Fault[] = [
  span('cpu-hog', 1, TEST_FROM + 3 * HOUR, 90 * MINUTE),
  span('memory-leak', 2, TEST_FROM + DAY + 8 * HOUR, 9 * HOUR),
  span('disk-hog', 4, TEST_FROM + 2 * DAY + 11 * HOUR, 100 * MINUTE),
  span('network-hog', 0, TEST_FROM + 3 * DAY + 3.5 * HOUR, 90 * MINUTE),
  span('instance-down', 3, TEST_FROM + 4 * DAY + 9 * HOUR, 75 * MINUTE),
  span('silent-collector', 0, TEST_FROM + 5 * DAY + 15 * HOUR, 60 * MINUTE),
  span('bad-release', 2, TEST_FROM + 6 * DAY + 10 * HOUR, 14 * HOUR),
]

/** The files of the demo, made in memory: what `samples/data` holds, byte for byte. */
export function makeShopFiles(): SampleFile[] {
  // One uninterrupted run, cut at the Monday: the second file goes on where the first one ends.
  const rows = ((TRAINING_DAYS + TEST_DAYS) * DAY) / STEP_MS
  const cut = (TRAINING_DAYS * DAY) / STEP_MS
  const run = simulateShop({ seed: SEED, from: TRAINING_FROM, stepMs: STEP_MS, rows, faults: [copying, ...testFaults] })
  const part = (from: number, to: number) => ({
    names: run.names,
    times: run.times.subarray(from, to),
    columns: run.columns.map((column) => column.subarray(from, to)),
  })
  const testDay = new Date(TEST_FROM).toISOString()
  const firstOfTest = run.logs.findIndex((line) => /^\d{4}-/.test(line) && line >= testDay)
  const injected = run.injected.map((fault) => ({
    file: fault.from < TEST_FROM ? 'shop-training.csv' : 'shop-test.csv',
    ...fault,
  }))
  return [
    { name: 'shop-training.csv', text: toCsv(part(0, cut)) },
    { name: 'shop-test.csv', text: toCsv(part(cut, rows)) },
    { name: 'shop-test.log', text: `${run.logs.slice(firstOfTest).join('\n')}\n` },
    { name: 'shop-known-abnormal.csv', text: `${copying.from},${copying.to}\n` },
    { name: 'shop-injected.json', text: `${JSON.stringify(injected, null, 2)}\n` },
  ]
}

function span(kind: Fault['kind'], node: number, from: number, forMs: number): Fault {
  return { kind, node, from, to: from + forMs }
}
