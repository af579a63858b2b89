import type { Frame } from '../series/frame.ts'
import { dropNewNormal } from './drop-new-normal.ts'
import { type DownRun, findDown } from './find-down.ts'
import { findRuns, type Run, severity } from './find-runs.ts'
import { guessUnit } from './guess-unit.ts'
import type { Model } from './model.ts'
import { findPeerPeriods } from './peers/find-peer-periods.ts'
import type { Period, PeriodOptions, PeriodSeries } from './period.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import type { SentenceParts } from './sentence.ts'
import { type Mover, sharePeriod } from './share-period.ts'
import { durationMs, spanOf } from './span.ts'

/** As small as a probability is reported. */
const SMALLEST = 1e-30

/**
 * Abnormal intervals of a scored frame. Rows with a joint probability below 1 - pvalue are flagged; `cvalue` of them in a row
 * open a period (see `findRuns`), whose probability is the smallest within it. Instances that went down altogether are periods
 * of their own. Ordered by start. Cheap enough to be called again for every move of a slider. Throws RangeError for a pvalue
 * outside [0, 1) (`DBScan`: not above 0) or a cvalue that is not a whole number from 1 to 1000.
 */
export function findPeriods(scored: ScoredChunk, frame: Frame, model: Model, options: PeriodOptions): Period[] {
  requireOptions(model, options)
  const { pvalue, cvalue } = options
  if (model.modelType === 'DBScan') return findPeerPeriods(scored, frame, model, options)
  const q = 1 - pvalue
  const downs = findDown(frame, model, cvalue)
  const runs = findRuns(scored.probability, q, cvalue)
  const periods = runs.map((run) => anomalyPeriod(run, scored, frame, model, q))
  const kept = model.modelType === 'HolisticCP' ? dropNewNormal(periods, frame) : periods
  const anomalies = kept.filter((period) => !downs.some((down) => explains(down, period, frame)))
  return [...anomalies, ...downs.map((down) => downPeriod(down, frame, model))].sort(
    (a, b) => a.fromRow - b.fromRow || a.toRow - b.toRow,
  )
}

function requireOptions(model: Model, { pvalue, cvalue }: PeriodOptions): void {
  const isEpsilon = model.modelType === 'DBScan'
  if (isEpsilon ? !(pvalue > 0 && Number.isFinite(pvalue)) : !(pvalue >= 0 && pvalue < 1))
    throw new RangeError(isEpsilon ? 'epsilon must be above 0' : 'pvalue must be at least 0 and below 1')
  if (!(Number.isInteger(cvalue) && cvalue >= 1 && cvalue <= 1000))
    throw new RangeError('cvalue must be a whole number from 1 to 1000')
}

function anomalyPeriod(run: Run, scored: ScoredChunk, frame: Frame, model: Model, q: number): Period {
  let probability = 1
  for (let row = run.fromRow; row < run.toRow; row++) probability = Math.min(probability, scored.probability[row]! || 1)
  const movers = sharePeriod(run, scored, frame, model, q)
  const upward = movers.reduce((sum, mover) => sum + mover.share * mover.side, 0)
  return {
    ...spanOf(run, frame),
    val: upward < 0 ? -severity(probability, q) : severity(probability, q),
    probability,
    isMissingValue: false,
    series: movers.map(publicFacts),
    sentence: tellAnomaly(run, movers, frame, model),
    kind: 'anomaly',
  }
}

function publicFacts({ column: _column, onset: _onset, ...facts }: Mover): PeriodSeries {
  return facts
}

function tellAnomaly(run: Run, movers: readonly Mover[], frame: Frame, model: Model): SentenceParts {
  const first = movers[0]!
  const key = frame.series[first.column]!
  const moved = movers.filter((mover) => mover.onset < run.toRow)
  return {
    kind: 'anomaly',
    metric: key.metric,
    instance: key.instance,
    ...(key.service === undefined ? {} : { service: key.service }),
    durationMs: durationMs(run, frame),
    side: first.peak < first.usual ? -1 : 1,
    peak: first.peak,
    unit: guessUnit(key.metric),
    spreads: Math.abs(first.peak - first.usual) / first.spread,
    forThisHour: model.columns[first.column]!.rhythm !== undefined,
    moved: Math.max(1, moved.length),
    isFirst: moved.every((mover) => mover.onset >= first.onset),
  }
}

/** An anomaly that lies mostly within a down time and is led by a series of that instance tells nothing more. */
function explains(down: DownRun, period: Period, frame: Frame): boolean {
  const common = Math.min(down.toRow, period.toRow) - Math.max(down.fromRow, period.fromRow)
  const lead = frame.series.findIndex((key) => key.id === period.series[0]!.seriesId)
  return 2 * common >= period.rows && down.columns.includes(lead)
}

function downPeriod(down: DownRun, frame: Frame, model: Model): Period {
  const share = 1 / down.columns.length
  return {
    ...spanOf(down, frame),
    val: -Math.PI,
    probability: SMALLEST,
    isMissingValue: down.isSilent,
    series: down.columns.map((column) => ({
      seriesId: frame.series[column]!.id,
      share,
      side: -1,
      probability: SMALLEST,
      peak: lowest(frame.columns[column]!, down),
      usual: model.columns[column]!.facts.mid,
      spread: model.columns[column]!.tracking.scale,
    })),
    sentence: {
      kind: 'down',
      instance: down.instance,
      series: down.columns.length,
      isSilent: down.isSilent,
      durationMs: durationMs(down, frame),
    },
    kind: 'down',
  }
}

/** The lowest value of a run; 0 where there is none. */
function lowest(column: Float64Array, run: Run): number {
  const present = column.subarray(run.fromRow, run.toRow).filter((value) => !Number.isNaN(value))
  return present.length === 0 ? 0 : present.reduce((least, value) => Math.min(least, value))
}
