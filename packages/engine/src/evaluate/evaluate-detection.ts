import type { CalibrationPoint } from '../detect/calibration.ts'
import type { Model } from '../detect/model.ts'
import type { ModelType } from '../detect/model-type.ts'
import type { GapFinding, Period, PeriodOptions } from '../detect/period.ts'
import { findOpeningRuns, type OpeningRun } from '../detect/run-limits.ts'
import type { TrainedDetection } from '../detect/train-and-detect.ts'
import type { Alarm, LabelledAlarms, RowSpan } from './labelled-series.ts'
import { observeCalibration } from './observe-calibration.ts'

/** The alarms of a detection with the labelled windows of its frame, and how often normal rows were flagged. */
export type DetectionAlarms = LabelledAlarms & { flagged: CalibrationPoint[] }

/**
 * Turns the periods and gaps of a detection into alarms that `evaluateAlarms` compares with labelled windows. Rows up to the end of
 * the training are not evaluated where the frame overlaps it; `evaluatedFrom` is then the first row after, or the number of rows.
 */
export function toDetectionAlarms(
  { frame, model, scored, periods, gaps }: TrainedDetection,
  windows: readonly RowSpan[],
  { modelType, pvalue, cvalue }: { modelType: ModelType } & PeriodOptions,
): DetectionAlarms {
  const { times } = frame
  const evaluatedFrom = firstUnlearned(times, model)
  const isPeers = modelType === 'DBScan'
  const runs = isPeers ? [] : findOpeningRuns(scored.probability, model.runLimits ?? [], { q: 1 - pvalue, cvalue })
  const wait = isPeers ? 0 : cvalue - 1
  return {
    times,
    windows,
    evaluatedFrom,
    alarms: [
      ...periods.map((period) => alarmOf(period, reportedRow(period, runs, wait))),
      ...gaps.map((gap) => alarmOf(gap, gap.fromRow + wait)),
    ].sort((a, b) => a.from - b.from),
    flagged: observeCalibration(scored.probability, windows, evaluatedFrom),
  }
}

function firstUnlearned(times: Float64Array, { trainedFrom, trainedTo }: Model): number {
  const overlaps = times.some((time) => time >= trainedFrom && time <= trainedTo)
  if (!overlaps) return 0
  const row = times.findIndex((time) => time > trainedTo)
  return row < 0 ? times.length : row
}

/**
 * A finding is reported when `cvalue` rows were flagged, and its run had gone as far as it has to; with DBScan cvalue counts peers, so it is
 * reported at once. It may have begun before, and one of an instance that is down need not have a run.
 */
function reportedRow({ fromRow, toRow }: Period, runs: readonly OpeningRun[], wait: number): number {
  const run = runs.find((one) => one.toRow > fromRow && one.fromRow < toRow)
  return Math.max(fromRow + wait, run?.opensAt ?? 0)
}

function alarmOf({ fromRow, toRow }: Period | GapFinding, reportedRow: number): Alarm {
  return { from: fromRow, to: toRow - 1, reportedRow: Math.min(reportedRow, toRow - 1) }
}

/** Observed shares of several runs as one, weighted by their samples. The runs have the same nominal shares. */
export function poolCalibration(runs: readonly CalibrationPoint[][]): CalibrationPoint[] {
  return (runs[0] ?? []).map(({ nominal }, k) => {
    const samples = runs.reduce((sum, one) => sum + one[k]!.samples, 0)
    const flagged = runs.reduce((sum, one) => sum + one[k]!.observed * one[k]!.samples, 0)
    return { nominal, observed: samples > 0 ? flagged / samples : 0, samples }
  })
}
