import { evaluateAlarms } from '../../packages/engine/src/evaluate/evaluate-alarms.ts'
import { evaluateWindows, type ModelType, toDetectionAlarms, trainAndDetect } from '../../packages/engine/src/index.ts'
import type { Measurement } from '../budget.ts'
import { atLeast, atMost, forComparison } from './figure.ts'
import {
  halfOfTelemetry,
  readTelemetry,
  rowsOfWindows,
  scoreTelemetry,
  type TelemetryFile,
} from './nasa-world/read-telemetry.ts'

/** The product's default, other model types, and what 0.999 makes of it. */
const SETTINGS: readonly { modelType: ModelType; pvalue: number }[] = [
  { modelType: 'Hybrid', pvalue: 0.99 },
  { modelType: 'Hybrid', pvalue: 0.999 },
  { modelType: 'Holistic', pvalue: 0.99 },
  { modelType: 'Split', pvalue: 0.99 },
]
const CVALUE = 5
/** The alarm threshold of `omen score` and `omen evaluate`. */
const SHIPPED_THRESHOLD = 0.5

/**
 * Telemetry of two spacecraft, a channel a file, trained on the file before it: periods against labelled windows. A low threshold that turns
 * a whole file into one period looks perfect by windows, so the share of rows flagged outside them stands beside it.
 */
export function run(): Measurement[] {
  const files = readTelemetry()
  return [...SETTINGS.flatMap((setting, index) => trainedFigures(files, setting, index === 0)), ...streamFigures()]
}

function trainedFigures(
  files: readonly TelemetryFile[],
  { modelType, pvalue }: (typeof SETTINGS)[number],
  isGoal: boolean,
): Measurement[] {
  const found = evaluateAlarms(files.map((file) => runOn(file, { modelType, pvalue, cvalue: CVALUE })))
  const what = (figure: string): string => `${figure}, ${modelType} at ${pvalue}`
  const note = `${found.windowsHit} of ${found.windows} windows, ${found.falseAlarms} false periods`
  const outside = 100 * (found.flaggedOutside ?? 0)
  return isGoal
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
}

function runOn(file: TelemetryFile, options: { modelType: ModelType; pvalue: number; cvalue: number }) {
  const found = trainAndDetect(file.training, file.frame, options)
  if (found.kind !== 'detected') throw new Error(`${file.name} cannot be trained on`)
  return toDetectionAlarms(found, rowsOfWindows(file, found.frame), options)
}

/** The stream detector, which learns as it goes, on the same rows of the channels that none of its constants was chosen on. */
function streamFigures(): Measurement[] {
  const found = evaluateWindows(scoreTelemetry(halfOfTelemetry('judged on')), SHIPPED_THRESHOLD)
  const note = `${found.windowsHit} of ${found.windows} windows, ${found.falseAlarms} false alarms`
  return [
    forComparison('precision by windows, streaming at 0.5', found.precision ?? 0, '', note),
    forComparison('recall by windows, streaming at 0.5', found.recall ?? 0),
  ]
}
