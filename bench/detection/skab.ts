import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Frame,
  filterSeries,
  type ModelType,
  sliceFrame,
  trainAndDetect,
} from '../../packages/engine/src/index.ts'
import { CannotMeasure, type Measurement } from '../budget.ts'
import { readFrame } from '../faults/read-frame.ts'
import { atLeast, atMost, forComparison } from './figure.ts'

const GROUPS = ['valve1', 'valve2', 'other']
const TRAINING_ROWS = 400
const TYPES: readonly ModelType[] = ['Hybrid', 'Holistic', 'Split']
/** The product's defaults. */
const PARAMETERS = { pvalue: 0.99, cvalue: 5 }

type LabelledFrame = { frame: Frame; labels: Float64Array }
type Counts = { hits: number; falseAlarms: number; misses: number; normal: number }

/** Rows of a water circulation rig with leaks, valves and pumps that fail, flagged or not against their labels; as its leaderboard counts. */
export function run(): Measurement[] {
  const files = readCorpus()
  return TYPES.flatMap((modelType) => {
    const counted = files.map((file) => countRows(file, modelType))
    const sum = (of: (counts: Counts) => number): number => counts(counted, of)
    const [hits, falseAlarms, misses] = [sum((c) => c.hits), sum((c) => c.falseAlarms), sum((c) => c.misses)]
    const f1 = (2 * hits) / (2 * hits + falseAlarms + misses)
    const far = (100 * falseAlarms) / sum((c) => c.normal)
    const note = `${files.length} files; ${((100 * misses) / (hits + misses)).toFixed(1)} % of the abnormal rows are missed`
    const [f1Of, farOf] = [`F1 by row, ${modelType}`, `normal rows flagged, ${modelType}`]
    return modelType === 'Hybrid'
      ? [atLeast(f1Of, 0.8, f1, '', note), atMost(farOf, 13.5, far, '%')]
      : [forComparison(f1Of, f1, '', note), forComparison(farOf, far, '%')]
  })
}

function counts(all: readonly Counts[], of: (counts: Counts) => number): number {
  return all.reduce((total, one) => total + of(one), 0)
}

function readCorpus(): LabelledFrame[] {
  const root = join(process.env.OMEN_BENCH_DATA ?? '', 'skab')
  if (process.env.OMEN_BENCH_DATA === undefined || !existsSync(root))
    throw new CannotMeasure('set OMEN_BENCH_DATA to a folder that holds skab/, the data of github.com/waico/SKAB.')
  return GROUPS.filter((group) => existsSync(join(root, group))).flatMap((group) =>
    readdirSync(join(root, group)).map((name) => readLabelled(join(root, group, name))),
  )
}

function readLabelled(path: string): LabelledFrame {
  const whole = readFrame(path)
  const labels = whole.columns[whole.series.findIndex(({ id }) => id === 'anomaly')]!
  return { frame: filterSeries(whole, ({ id }) => id !== 'anomaly' && id !== 'changepoint'), labels }
}

function countRows({ frame, labels }: LabelledFrame, modelType: ModelType): Counts {
  const cut = rowsWithLabels(labels, TRAINING_ROWS)
  const training = sliceFrame(frame, 0, cut)
  const found = trainAndDetect(training, sliceFrame(frame, cut, frame.times.length), { ...PARAMETERS, modelType })
  if (found.kind !== 'detected') throw new Error('a file of SKAB cannot be trained on')
  const isFlagged = new Uint8Array(labels.length)
  for (const { fromRow, toRow } of [...found.periods, ...found.gaps]) isFlagged.fill(1, cut + fromRow, cut + toRow)
  const counted = { hits: 0, falseAlarms: 0, misses: 0, normal: 0 }
  for (let row = cut; row < labels.length; row++) {
    if (labels[row]! > 0) counted[isFlagged[row] ? 'hits' : 'misses']++
    else if (labels[row] === 0) {
      counted.normal++
      if (isFlagged[row]) counted.falseAlarms++
    }
  }
  return counted
}

/** The row after so many that are in the file: slots of the grid that it has no row for are not counted. */
function rowsWithLabels(labels: Float64Array, count: number): number {
  let seen = 0
  return labels.findIndex((label) => !Number.isNaN(label) && seen++ === count)
}
