import { toCsv } from './shop/csv.ts'
import type { Fault } from './shop/faults.ts'
import { simulateShop } from './shop/simulate-shop.ts'
import { day, hour, minute } from './shop/time.ts'

export type SampleFile = { name: string; text: string }

const seed = 20_261_005
const stepMs = 5 * minute
/** Monday 2026-10-05, 00:00 UTC. */
const trainingFrom = Date.UTC(2026, 9, 5)
const trainingDays = 14
const testFrom = trainingFrom + trainingDays * day
const testDays = 7

/** Somebody copied the pictures off node2 in the second week of training: the stretch that the filter file names. */
const copying: Fault = span('network-hog', 1, trainingFrom + 9 * day + 14 * hour, 3 * hour)

/** One fault a day. The two hogs of the night stay within what a busy evening looks like: only the hour and the other series tell. */
const testFaults: readonly Fault[] = [
  span('cpu-hog', 1, testFrom + 3 * hour, 90 * minute),
  span('memory-leak', 2, testFrom + day + 8 * hour, 9 * hour),
  span('disk-hog', 4, testFrom + 2 * day + 11 * hour, 100 * minute),
  span('network-hog', 0, testFrom + 3 * day + 3.5 * hour, 90 * minute),
  span('instance-down', 3, testFrom + 4 * day + 9 * hour, 75 * minute),
  span('silent-collector', 0, testFrom + 5 * day + 15 * hour, 60 * minute),
  span('bad-release', 2, testFrom + 6 * day + 10 * hour, 14 * hour),
]

/** The files of the demo, made in memory: what `samples/data` holds, byte for byte. */
export function makeShopFiles(): SampleFile[] {
  // One uninterrupted run, cut at the Monday: the second file goes on where the first one ends.
  const rows = ((trainingDays + testDays) * day) / stepMs
  const cut = (trainingDays * day) / stepMs
  const run = simulateShop({ seed, from: trainingFrom, stepMs, rows, faults: [copying, ...testFaults] })
  const part = (from: number, to: number) => ({
    names: run.names,
    times: run.times.subarray(from, to),
    columns: run.columns.map((column) => column.subarray(from, to)),
  })
  const testDay = new Date(testFrom).toISOString()
  const firstOfTest = run.logs.findIndex((line) => /^\d{4}-/.test(line) && line >= testDay)
  const injected = run.injected.map((fault) => ({
    file: fault.from < testFrom ? 'shop-training.csv' : 'shop-test.csv',
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
