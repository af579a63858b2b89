/**
 * Writes the state of a live detector to a file: node bench/live/make-state.ts FILE SERIES STEP_MS PAST_ROWS. Eighty series are given a past of so many
 * rows; each of the many has the state of one of them.
 */
import { writeFileSync } from 'node:fs'
import { serialize } from 'node:v8'
import { createLiveDetector, type LiveSeriesKey } from '../../packages/engine/src/index.ts'
import { repeatState } from './repeat-state.ts'
import { emptyColumns, METRICS, simulateRows } from './rows.ts'

const WITH_PAST = 4 * METRICS
const [file, ...numbers] = process.argv.slice(2)
const [seriesCount = 1000, stepMs = 1000, pastRows = 300] = numbers.map(Number)

const seriesAt = (number: number): LiveSeriesKey => {
  const [metric, instance] = [`m${number % METRICS}`, `host${Math.floor(number / METRICS)}`]
  return { key: { id: `${metric}[${instance}]`, metric, instance }, type: 'gauge' }
}
const detector = createLiveDetector({ stepMs, pvalue: 0.99, cvalue: 5 })
detector.addSeries(Array.from({ length: WITH_PAST }, (_, number) => seriesAt(number)))
const columns = emptyColumns(WITH_PAST)
const fillRow = simulateRows(stepMs)
for (let row = 0; row < pastRows; row++) detector.push({ times: fillRow(columns, row), columns })
writeFileSync(file!, serialize(repeatState(detector.save(), seriesCount, seriesAt)))
