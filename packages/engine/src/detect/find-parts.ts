import type { Frame } from '../series/frame.ts'
import { describeSpan } from './describe-span.ts'
import { createZScores } from './expected-value.ts'
import { type DownRun, type DownValues, findDown } from './find-down.ts'
import { findOnset } from './find-onset.ts'
import { nearlyFlagged, type Run } from './find-runs.ts'
import type { Model } from './model.ts'
import { type NewNormalRule, newNormalRule } from './new-normal.ts'
import { findPeerPeriods } from './peers/find-peer-periods.ts'
import type { Period, PeriodOptions } from './period.ts'
import { findOpeningRuns } from './run-limits.ts'
import type { ScoredChunk } from './scored-chunk.ts'
import { spanOf } from './span.ts'
import { evidenceOf, type SpanPart } from './span-part.ts'

/** An instance that went down: its series with their lowest values. */
export type DownPart = Pick<Period, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'> & {
  instance: string
  values: DownValues
  emptyRows: number
  series: { seriesId: string; lowest: number; lowestAt: number; usual: number; spread: number }[]
}

/** What is found in consecutive rows before it is put together: see `joinParts`. `peers` are finished periods of `DBScan`. */
export type PeriodParts = {
  parts: SpanPart[]
  downs: DownPart[]
  peers: Period[]
  /** Sampling interval of the rows; 0 where there is none. */
  stepMs: number
  newNormal?: NewNormalRule | undefined
}

/** What is found in no rows. */
export function noParts(): PeriodParts {
  return { parts: [], downs: [], peers: [], stepMs: 0 }
}

/** What is found in all of them. */
export function addParts(all: readonly PeriodParts[]): PeriodParts {
  return {
    parts: all.flatMap(({ parts }) => parts),
    downs: all.flatMap(({ downs }) => downs),
    peers: all.flatMap(({ peers }) => peers),
    stepMs: all.find(({ stepMs }) => stepMs > 0)?.stepMs ?? 0,
    newNormal: all.find(({ newNormal }) => newNormal)?.newNormal,
  }
}

/**
 * Abnormal intervals of a scored frame, not joined yet. Rows with a joint probability below 1 - pvalue are flagged; `cvalue` of
 * them in a row open an interval (see `findRuns`), unless normal data go as far (see `findOpeningRuns`); it is cut after the rows for which a
 * level has to hold. Throws RangeError for a pvalue outside [0, 1) (`DBScan`: not above 0) or a cvalue that is not a whole number from 1 to 1000.
 */
export function findParts(scored: ScoredChunk, frame: Frame, model: Model, options: PeriodOptions): PeriodParts {
  requireOptions(model, options)
  const { pvalue, cvalue } = options
  if (model.modelType === 'DBScan') return { ...noParts(), peers: findPeerPeriods(scored, frame, model, options) }
  const q = 1 - pvalue
  const downs = findDown(frame, model, cvalue).map((down) => describeDown(down, frame, model))
  const zScoreAt = createZScores(model, scored, frame.columns)
  const describeRun = (run: Run): SpanPart => describeSpan(run, scored, frame, model, { q })
  const describe = ({ onsetRow, ...run }: DatedRun): SpanPart => {
    const part = describeRun(run)
    const lead = frame.series.findIndex(({ id }) => id === part.series[0]!.seriesId)
    const signed = (row: number): number =>
      evidenceOf(scored.seriesProbability[lead]![row]!, zScoreAt(lead, row)) * scored.seriesSide[lead]![row]! || 0
    const turnRow = findTurn(run, signed, cvalue)
    return {
      ...part,
      ...(onsetRow !== undefined && { onsetRow }),
      ...(turnRow !== undefined && {
        turn: {
          before: describeRun({ fromRow: run.fromRow, toRow: turnRow }),
          after: describeRun({ fromRow: turnRow, toRow: run.toRow }),
        },
      }),
    }
  }
  const opening = findOpeningRuns(scored.probability, model.runLimits ?? [], { q, cvalue })
  const runs = dateBack(opening, scored, frame, model, q)
  const newNormal = newNormalRule(model)
  const parts = runs.flatMap((run) => cut(run, newNormal.holdRows)).map(describe)
  return { parts, downs, peers: [], stepMs: frame.stepMs || model.stepMs, newNormal }
}

/**
 * The first row in which a series is on the other side, where a run has it on one side first and then on the other: the row that parts
 * the evidence best, with `count` rows or more on each side of it. `signedAt` is the evidence of a row with the sign of its side.
 */
export function findTurn(
  { fromRow, toRow }: Run,
  signedAt: (row: number) => number,
  count: number,
): number | undefined {
  let sum = 0
  let high = { sum: 0, row: fromRow }
  let low = { sum: 0, row: fromRow }
  for (let row = fromRow; row < toRow; row++) {
    sum += signedAt(row)
    if (sum > high.sum) high = { sum, row: row + 1 }
    if (sum < low.sum) low = { sum, row: row + 1 }
  }
  // Points on the first side lie before the turn, those on the other side after it
  const fall = Math.min(high.sum, high.sum - sum)
  const rise = Math.min(-low.sum, sum - low.sum)
  if (Math.max(fall, rise) <= 0) return undefined
  const { row } = fall > rise ? high : low
  return row - fromRow >= count && toRow - row >= count ? row : undefined
}

/** The row before a run belongs to it where the series that is most anomalous in its first row is already so many deviations off. */
const BEGAN = 2

/** A run, and where it had begun before it was flagged. */
type DatedRun = Run & { onsetRow: number | undefined }

/**
 * Runs from one row earlier where that row is nearly flagged, and the same series is off on the same side: a fault that begins within a
 * row, or at a time of day that varies much, moves by less than its limit there. With the onset before that, which is no part of what is
 * described: nothing is compared with the level of rows in which a fault only began.
 */
function dateBack(runs: readonly Run[], scored: ScoredChunk, frame: Frame, model: Model, q: number): DatedRun[] {
  const zScoreAt = createZScores(model, scored, frame.columns)
  return runs.map((run, place) => {
    const earliest = (runs[place - 1]?.toRow ?? -1) + 1
    const ownAt = (column: number): number => scored.seriesProbability[column]![run.fromRow]! || 1
    const lead = frame.columns.reduce((min, _, column) => (ownAt(column) < ownAt(min) ? column : min), 0)
    const side = Math.sign(zScoreAt(lead, run.fromRow))
    const row = run.fromRow - 1
    const isBefore = row >= earliest && scored.probability[row]! < nearlyFlagged(q)
    const isSame = isBefore && zScoreAt(lead, row) * side >= BEGAN
    const dated = isSame ? { ...run, fromRow: row } : run
    // Where only the joint model flags the row, no series tells when it began
    const onsetRow = ownAt(lead) < q ? findOnset(run, earliest, (at) => zScoreAt(lead, at)) : undefined
    return { ...dated, onsetRow: onsetRow !== undefined && onsetRow < dated.fromRow ? onsetRow : undefined }
  })
}

function requireOptions(model: Model, { pvalue, cvalue }: PeriodOptions): void {
  const isEpsilon = model.modelType === 'DBScan'
  if (isEpsilon ? !(pvalue > 0 && Number.isFinite(pvalue)) : !(pvalue >= 0 && pvalue < 1))
    throw new RangeError(isEpsilon ? 'epsilon must be above 0' : 'pvalue must be at least 0 and below 1')
  if (!(Number.isInteger(cvalue) && cvalue >= 1 && cvalue <= 1000))
    throw new RangeError('cvalue must be a whole number from 1 to 1000')
}

function cut({ fromRow, toRow, onsetRow }: DatedRun, rows: number): DatedRun[] {
  const runs: DatedRun[] = []
  for (let from = fromRow; from < toRow; from += rows)
    runs.push({
      fromRow: from,
      toRow: Math.min(toRow, from + rows),
      onsetRow: from === fromRow ? onsetRow : undefined,
    })
  return runs
}

function describeDown(down: DownRun, frame: Frame, model: Model): DownPart {
  const { instance, values, emptyRows } = down
  const series = down.columns.map((column) => ({
    seriesId: frame.series[column]!.id,
    ...lowest(frame, column, down),
    usual: model.columns[column]!.facts.mid,
    spread: model.columns[column]!.tracking.scale,
  }))
  return { ...spanOf(down, frame), instance, values, emptyRows, series }
}

/** The lowest value of a run; NaN where there is none. */
function lowest(frame: Frame, column: number, run: Run): { lowest: number; lowestAt: number } {
  let found = { lowest: Number.NaN, lowestAt: Number.NaN }
  for (let row = run.fromRow; row < run.toRow; row++) {
    const value = frame.columns[column]![row]!
    if (!Number.isNaN(value) && !(value >= found.lowest)) found = { lowest: value, lowestAt: frame.times[row]! }
  }
  return found
}
