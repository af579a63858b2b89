/** Scores rows of so many series in a process of its own: node bench/live/score-rows.ts SERIES ROWS STEP_MS. Prints JSON. */
import { createLiveDetector, type LiveSeriesKey } from '../../packages/engine/src/index.ts'
import { anonymousMb } from '../server/memory.ts'

const start = Date.UTC(2026, 0, 1)
const metrics = 20
/** The detectors' arrays are compiled and filled by then. */
const warmUpRows = 200

const [seriesCount = 1000, rows = 100, stepMs = 1000] = process.argv.slice(2).map(Number)
const before = anonymousMb(process.pid)
const detector = createLiveDetector({ stepMs, pvalue: 0.99, cvalue: 5 })
detector.addSeries(
  Array.from({ length: seriesCount }, (_, number): LiveSeriesKey => {
    const [metric, instance] = [`m${number % metrics}`, `host${Math.floor(number / metrics)}`]
    return { key: { id: `${metric}[${instance}]`, metric, instance }, type: 'gauge' }
  }),
)
let seed = 1
const random = (): number => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return seed / 2 ** 32
}
let findings = 0
const columns = Array.from({ length: seriesCount }, () => new Float64Array(1))
const push = (row: number): void => {
  for (const column of columns) column[0] = 50 + random() + random() + random()
  findings += detector.push({ times: Float64Array.of(start + row * stepMs), columns }).changed.length
}
for (let row = 0; row < warmUpRows; row++) push(row)
const began = process.cpuUsage()
for (let row = 0; row < rows; row++) push(warmUpRows + row)
const { user, system } = process.cpuUsage(began)
globalThis.gc?.()
const memoryMb = anonymousMb(process.pid) - before
console.log(JSON.stringify({ coreShare: (user + system) / 1e6 / rows, memoryMb, findings }))
