/**
 * Scores rows of so many series in a process of its own: node bench/live/score-rows.ts SERIES ROWS STEP_MS PAST_ROWS. A few series are given a past of
 * so many rows; then each of the many goes on from the state of one of them. Prints JSON.
 */
import { setTimeout } from 'node:timers/promises'
import { createLiveDetector, type LiveSeriesKey, type LiveState } from '../../packages/engine/src/index.ts'
import { createRandom, normal } from '../../packages/engine/src/stats/random.ts'
import { anonymousMb } from '../server/memory.ts'
import { repeatState } from './repeat-state.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000
const metrics = 20
const warmUpRows = 3
/** What was collected goes back to the system a little later. */
const settleMs = 1000
const instancesWithPast = 4
const withPast = metrics * instancesWithPast

const [seriesCount = 1000, rows = 100, stepMs = 1000, pastRows = 300] = process.argv.slice(2).map(Number)
const options = { stepMs, pvalue: 0.99, cvalue: 5 }
const random = createRandom(1)

const seriesAt = (number: number): LiveSeriesKey => {
  const [metric, instance] = [`m${number % metrics}`, `host${Math.floor(number / metrics)}`]
  return { key: { id: `${metric}[${instance}]`, metric, instance }, type: 'gauge' }
}
/** Of twenty metrics eight are noise, six have a daily wave, two whole numbers, two are nearly always 0, and two constant. */
const sampleOf = (metric: number, time: number): number => {
  const noise = normal(random)
  if (metric < 8) return 50 + 2 * noise
  if (metric < 14) return 50 + 20 * Math.sin((2 * Math.PI * time) / dayMs) + 2 * noise
  if (metric < 16) return Math.max(0, Math.round(3 + noise))
  if (metric < 18) return noise > 2 ? Math.round(100 * noise) : 0
  return metric
}
const pushRow = (
  detector: ReturnType<typeof createLiveDetector>,
  columns: readonly Float64Array[],
  row: number,
): number => {
  const time = start + row * stepMs
  for (const [number, column] of columns.entries()) column[0] = sampleOf(number % metrics, time)
  return detector.push({ times: Float64Array.of(time), columns }).changed.length
}
const columnsOf = (size: number): Float64Array[] => Array.from({ length: size }, () => new Float64Array(1))

const saveWithPast = (): LiveState => {
  const detector = createLiveDetector(options)
  detector.addSeries(Array.from({ length: withPast }, (_, number) => seriesAt(number)))
  const columns = columnsOf(withPast)
  for (let row = 0; row < pastRows; row++) pushRow(detector, columns, row)
  return detector.save()
}

const past = saveWithPast()
globalThis.gc?.()
const before = anonymousMb(process.pid)
const detector = createLiveDetector(options, repeatState(past, seriesCount, seriesAt))
const columns = columnsOf(seriesCount)
for (let row = 0; row < warmUpRows; row++) pushRow(detector, columns, pastRows + row)
const began = process.cpuUsage()
for (let row = 0; row < rows; row++) pushRow(detector, columns, pastRows + warmUpRows + row)
const { user, system } = process.cpuUsage(began)
globalThis.gc?.()
await setTimeout(settleMs)
globalThis.gc?.()
const memoryMb = anonymousMb(process.pid) - before
console.log(JSON.stringify({ coreShare: (user + system) / 1e6 / rows, memoryMb }))
