import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createCsvParser,
  type LabelledSeries,
  parseIntervals,
  placeWindows,
} from '../../../packages/engine/src/index.ts'
import { CannotMeasure } from '../../budget.ts'
import { LIMITS } from '../../faults/read-frame.ts'

/** A file of the corpus: its rows as they stand there, and its labelled windows. */
export type CorpusFile = LabelledSeries & { name: string; values: Float64Array }

const MISSING =
  'set OMEN_BENCH_DATA to a folder that holds nab/, either a checkout of github.com/numenta/NAB or nab/data with nab/windows.json.'

/** The files of the Numenta Anomaly Benchmark that are there and labelled, as many as they are. */
export function readCorpus(): CorpusFile[] {
  const root = join(process.env.OMEN_BENCH_DATA ?? '', 'nab')
  const labels = ['windows.json', 'labels/combined_windows.json'].map((path) => join(root, path)).find(existsSync)
  if (process.env.OMEN_BENCH_DATA === undefined || labels === undefined) throw new CannotMeasure(MISSING)
  const windows = JSON.parse(readFileSync(labels, 'utf8')) as Record<string, [start: string, end: string][]>
  return Object.entries(windows).map(([name, spans]) => readFile(root, name, spans))
}

function readFile(root: string, name: string, spans: readonly [start: string, end: string][]): CorpusFile {
  const times: number[] = []
  const values: number[] = []
  const parser = createCsvParser({
    limits: LIMITS,
    batchRows: 65_536,
    onBatch(batch) {
      for (const time of batch.times) times.push(time)
      for (const value of batch.columns[0]!) values.push(value)
    },
  })
  parser.push(readFileSync(join(root, 'data', name)))
  const { rejectedRows } = parser.end()
  if (rejectedRows > 0) throw new Error(`${name}: ${rejectedRows} rows cannot be read`)
  const file = { name, times: Float64Array.from(times), values: Float64Array.from(values) }
  const placed = placeWindows(file.times, parseIntervals(spans.map((span) => span.join(',')).join('\n')))
  if (placed.kind === 'unplaced') throw new Error(`${name}: a window holds no row`)
  return { ...file, windows: placed.windows }
}
