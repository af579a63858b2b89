import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluateAlarms } from '../../packages/engine/src/evaluate/evaluate-alarms.ts'
import { type ModelType, placeWindows, toDetectionAlarms, trainAndDetect } from '../../packages/engine/src/index.ts'
import { CannotMeasure, type Measurement } from '../budget.ts'
import { readFrame } from '../faults/read-frame.ts'
import { atLeast, atMost, forComparison } from './figure.ts'

/** The product's default, other model types, and what 0.999 makes of it. */
const SETTINGS: readonly { modelType: ModelType; pvalue: number }[] = [
  { modelType: 'Hybrid', pvalue: 0.99 },
  { modelType: 'Hybrid', pvalue: 0.999 },
  { modelType: 'Holistic', pvalue: 0.99 },
  { modelType: 'Split', pvalue: 0.99 },
]
const CVALUE = 5

/**
 * Telemetry of two spacecraft, a channel a file, trained on the file before it: periods against labelled windows. A low threshold that turns
 * a whole file into one period looks perfect by windows, so the share of rows flagged outside them stands beside it.
 */
export function run(): Measurement[] {
  const files = readCorpus()
  return SETTINGS.flatMap(({ modelType, pvalue }, index) => {
    const found = evaluateAlarms(files.map((file) => runOn(file, { modelType, pvalue, cvalue: CVALUE })))
    const what = (figure: string): string => `${figure}, ${modelType} at ${pvalue}`
    const note = `${found.windowsHit} of ${found.windows} windows, ${found.falseAlarms} false periods`
    const outside = 100 * (found.flaggedOutside ?? 0)
    return index === 0
      ? [
          atLeast(what('precision by windows'), 0.85, found.precision ?? 0, '', note),
          atLeast(what('recall by windows'), 0.7, found.recall ?? 0),
          atMost(what('rows flagged outside windows'), 5, outside, '%'),
        ]
      : [
          forComparison(what('precision by windows'), found.precision ?? 0, '', note),
          forComparison(what('recall by windows'), found.recall ?? 0),
          forComparison(what('rows flagged outside windows'), outside, '%'),
        ]
  })
}

type TelemetryFile = { path: string; windows: { start: number; end: number }[] }

function readCorpus(): TelemetryFile[] {
  const root = join(process.env.OMEN_BENCH_DATA ?? '', 'nasa')
  const labels = join(root, 'windows.json')
  if (process.env.OMEN_BENCH_DATA === undefined || !existsSync(labels))
    throw new CannotMeasure(
      'set OMEN_BENCH_DATA to a folder that holds nasa/: windows.json with the windows of each <X>.csv, and <X>-training.csv beside it.',
    )
  const windows = JSON.parse(readFileSync(labels, 'utf8')) as Record<string, [start: number, end: number][]>
  return Object.entries(windows).map(([name, spans]) => ({
    path: join(root, name),
    windows: spans.map(([start, end]) => ({ start, end })),
  }))
}

function runOn({ path, windows }: TelemetryFile, options: { modelType: ModelType; pvalue: number; cvalue: number }) {
  const training = readFrame(path.replace(/\.csv$/, '-training.csv'))
  const found = trainAndDetect(training, readFrame(path), options)
  if (found.kind !== 'detected') throw new Error(`${path} cannot be trained on`)
  const placed = placeWindows(found.frame.times, windows)
  if (placed.kind === 'unplaced') throw new Error(`${path}: a window holds no row`)
  return toDetectionAlarms(found, placed.windows, options)
}
