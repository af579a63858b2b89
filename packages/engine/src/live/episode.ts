import type { DownPart } from '../detect/find-parts.ts'
import { nearlyFlagged } from '../detect/find-runs.ts'
import { findingState } from '../detect/finding-state.ts'
import type { Period } from '../detect/period.ts'
import { planParts, withEnd } from '../detect/plan-periods.ts'
import { addSample, emptySeriesPart, evidenceOf, joinParts, type SpanPart } from '../detect/span-part.ts'
import type { SeriesKey } from '../series/frame.ts'
import type { EpisodeState, LiftedRow, LiveFinding, Piece, WatchedSample } from './live-state.ts'
import type { RowPlace } from './watch-series.ts'

/** A row of a series. */
type SeriesRow = { key: SeriesKey; range: number; sample: WatchedSample }

/** A row of a series after its alarm; with the alarm itself, the rows before it that are part of the fault. */
export type ArmedSample = SeriesRow & { earlier: readonly LiftedRow[] }

export type EpisodeOptions = {
  /** Of the instance. */
  series: readonly SeriesKey[]
  stepMs: number
  q: number
  cvalue: number
}

const DAY = 86_400_000

/** A row of an episode: its series after an alarm, whether any of them still is after one, and since when all series of the instance are near zero. */
export type EpisodeRow = {
  samples: readonly ArmedSample[] | undefined
  isAnyArmed: boolean
  nearZero: DownPart | undefined
}

/**
 * Takes in a row. Says whether anything that is reported may have changed.
 */
export function takeRow(
  episode: EpisodeState,
  { samples, isAnyArmed, nearZero }: EpisodeRow,
  { row, time }: Pick<RowPlace, 'row' | 'time'>,
  options: Pick<EpisodeOptions, 'q' | 'cvalue'>,
): boolean {
  const isTurn = nearZero?.fromRow === row || isAfterOutage(episode, nearZero)
  const isCut = isTurn && closeRun(episode)
  const isAdded = samples !== undefined && addRow(episode, samples, row, time, options)
  const isReleased = [...episode.released.values()].includes(row)
  const isClosed = (!isAnyArmed || isReleased) && closeRun(episode)
  // A level that is expected by now is no fault
  const isDown = isAnyArmed && nearZero?.toRow === row + 1 && nearZero.rows >= options.cvalue
  if (isDown) episode.downs = [...episode.downs.filter(({ fromRow }) => fromRow !== nearZero.fromRow), nearZero]
  return isCut || isAdded || isClosed || isDown
}

/** Whether the run under way began in an outage that is over. What series do before, in and after an outage are runs of their own. */
function isAfterOutage({ downs, run }: EpisodeState, nearZero: DownPart | undefined): boolean {
  const last = downs.at(-1)
  if (last === undefined || run === undefined || last.fromRow === nearZero?.fromRow) return false
  return run.part.fromRow < last.toRow
}

/**
 * Takes in a row of the series after an alarm: runs of flagged rows as files find them (see `findRuns`), row by row. Says whether anything
 * that is reported may have changed.
 */
function addRow(
  episode: EpisodeState,
  samples: readonly ArmedSample[],
  row: number,
  time: number,
  { q }: Pick<EpisodeOptions, 'q'>,
): boolean {
  for (const one of samples) if (one.earlier.length > 0) addEarlier(episode, one, q)
  const probability = samples.reduce((min, { sample }) => Math.min(min, sample.probability), 1)
  const one = pieceOf(samples, row, time, probability, q)
  const isFlagged = probability < q
  if (isFlagged) {
    const { run, after } = episode
    const parts = run === undefined ? [one] : after === undefined ? [run, one] : [run, after, one]
    episode.run = joinPieces(parts, true)
    if (run === undefined && after !== undefined) episode.pieces.push(after)
    episode.after = undefined
    return true
  }
  episode.after = episode.after === undefined ? one : joinPieces([episode.after, one], false)
  return probability >= nearlyFlagged(q) && closeRun(episode)
}

/** Begins the run under way with rows from before an alarm, as far as no other run holds them. */
function addEarlier(episode: EpisodeState, { key, range, earlier }: ArmedSample, q: number): void {
  const { pieces, run, after } = episode
  const ended = run === undefined && after !== undefined ? [...pieces, after] : pieces
  const from = Math.max(Number.NEGATIVE_INFINITY, ...ended.map(({ part }) => part.toRow))
  const own = earlier
    .filter(({ row }) => row >= from)
    .map(({ row, sample }) => pieceOf([{ key, range, sample }], row, sample.at, sample.probability, q))
  const first = own.findIndex(({ flagged }) => flagged > 0)
  if (first < 0) return
  const rows = own.slice(first)
  if (run === undefined) {
    if (after !== undefined) pieces.push(after)
    episode.run = joinPieces(rows, true)
  } else {
    const before = rows.filter(({ part }) => part.fromRow < run.part.fromRow)
    const beside = rows.filter(({ part }) => part.fromRow >= run.part.fromRow)
    episode.run = joinPieces([...before, withSeries(run, beside)], true)
  }
  episode.after = run === undefined ? undefined : after
}

/** A run with what another series did in rows of its own. */
function withSeries(run: Piece, rows: readonly Piece[]): Piece {
  const { part } = run
  const { series } = joinParts([part, ...rows.map((one) => one.part)])
  const probability = rows.reduce((min, one) => Math.min(min, one.part.probability), part.probability)
  return { ...run, part: { ...part, probability, series } }
}

/** Ends the run under way, as when no series is after an alarm any more, or one has a new normal. Says whether there was one. */
function closeRun(episode: EpisodeState): boolean {
  const { run } = episode
  if (run === undefined) return false
  episode.pieces.push(run)
  episode.run = undefined
  return true
}

/** The rows since the last run, from which on nothing can join what was found. */
export function isFinished(episode: EpisodeState, row: number, { stepMs, cvalue }: EpisodeOptions): boolean {
  if (episode.run !== undefined) return false
  const runs = partsOf(episode, cvalue)
  const longest = Math.max(0, ...runs.map((part) => part.toRow - part.fromRow))
  const last = Math.max(Number.NEGATIVE_INFINITY, ...runs.map((part) => part.toRow))
  return row - last > Math.min(DAY / stepMs, Math.max(longest, 2 * cvalue))
}

/** The periods as they stand, by the functions that put those of files together. */
export function periodsOf(episode: EpisodeState, row: number, options: EpisodeOptions): Period[] {
  const { series, stepMs, q, cvalue } = options
  const { released } = episode
  const all = [...episode.pieces, ...(episode.run === undefined ? [] : [episode.run])]
  const isUnsettled = (fromRow: number, toRow: number): boolean => {
    const between = all.filter(({ part }) => part.fromRow >= fromRow && part.toRow <= toRow)
    const present = between.reduce((sum, piece) => sum + piece.present, 0)
    return present > 0 && 2 * between.reduce((sum, piece) => sum + piece.nearly, 0) >= present
  }
  const found = { parts: partsOf(episode, cvalue), downs: episode.downs, peers: [], stepMs }
  const plan = planParts(found, { series, threshold: q, cvalue, rows: row + 1, isUnsettled, released })
  const described = plan.need.map(({ fromRow, toRow, seriesIds }) => {
    const within = all.map(({ part }) => part).filter((part) => part.fromRow >= fromRow && part.toRow <= toRow)
    const joined = joinParts(within)
    return { ...joined, series: joined.series.filter(({ seriesId }) => seriesIds.includes(seriesId)) }
  })
  return plan.finish(described).map((period) => {
    const since = released.get(period.series[0]!.seriesId) ?? Number.NEGATIVE_INFINITY
    const isNewNormal = period.recoveringUntil === undefined && period.fromRow <= since && period.toRow <= since + 1
    return isNewNormal ? withEnd(period, { isNewNormal }) : period
  })
}

/** Brings what was reported up to date; gives what has changed, and the keys of what became part of another. */
export function report(
  episode: EpisodeState,
  name: string,
  { periods, time }: { periods: readonly Period[] | undefined; time: number },
  { stepMs, cvalue }: EpisodeOptions,
): { changed: LiveFinding[]; removed: string[] } {
  const changed: LiveFinding[] = []
  const removed: string[] = []
  const stateOf = (period: Period) => findingState(period, { lastTime: time, stepMs, cvalue })
  const keep = (key: string, period: Period, reportedAt = episode.reported.get(key)?.reportedAt): void => {
    const finding: LiveFinding = { key, type: 'period', period, state: stateOf(period), reportedAt: reportedAt ?? time }
    episode.reported.set(key, finding)
    changed.push(finding)
  }
  if (periods !== undefined) {
    const found = new Map(periods.map((period) => [`${name}|${period.kind}|${period.start}`, period]))
    const gone = [...episode.reported.values()].filter(({ key }) => !found.has(key))
    for (const { key } of gone) {
      removed.push(key)
      episode.reported.delete(key)
    }
    for (const [key, period] of found) {
      const before = episode.reported.get(key)
      const isSame = before?.type === 'period' && before.state === stateOf(period) && isEqual(before.period, period)
      if (!isSame) keep(key, period, before?.reportedAt ?? firstReport(gone, period))
    }
  } else
    for (const [key, finding] of episode.reported)
      if (finding.type === 'period' && finding.state !== stateOf(finding.period)) keep(key, finding.period)
  return { changed, removed }
}

/** When the first of those was reported that a period took the place of. */
function firstReport(gone: readonly LiveFinding[], { start, end }: Period): number | undefined {
  const times = gone.flatMap((one) =>
    one.type === 'period' && one.period.start <= end && one.period.end >= start ? (one.reportedAt ?? []) : [],
  )
  return times.length === 0 ? undefined : Math.min(...times)
}

function isEqual(a: Period, b: Period): boolean {
  return (
    a.end === b.end && a.val === b.val && a.recoveringUntil === b.recoveringUntil && a.isNewNormal === b.isNewNormal
  )
}

function partsOf({ pieces, run }: EpisodeState, cvalue: number): SpanPart[] {
  const runs = run === undefined ? pieces : [...pieces, run]
  return runs.filter(({ isRun, flagged }) => isRun && flagged >= cvalue).map(({ part }) => part)
}

function pieceOf(samples: readonly SeriesRow[], row: number, time: number, probability: number, q: number): Piece {
  const series = samples.map(({ key, range, sample }) => {
    const part = emptySeriesPart(key.id, range)
    addSample(part, sample, q)
    part.weight = evidenceOf(sample.probability, sample.zScore)
    part.signedWeight = part.weight * sample.side
    return part
  })
  const place = { start: time, end: time, fromRow: row, toRow: row + 1, rows: 1 }
  const isFlagged = probability < q
  return {
    part: { ...place, probability, series: series.sort((a, b) => b.weight - a.weight) },
    flagged: Number(isFlagged),
    isRun: isFlagged,
    nearly: Number(probability < nearlyFlagged(q)),
    present: 1,
  }
}

function joinPieces(pieces: readonly Piece[], isRun: boolean): Piece {
  const sum = (of: (piece: Piece) => number): number => pieces.reduce((total, piece) => total + of(piece), 0)
  return {
    part: joinParts(pieces.map(({ part }) => part)),
    flagged: sum((piece) => piece.flagged),
    isRun,
    nearly: sum((piece) => piece.nearly),
    present: sum((piece) => piece.present),
  }
}
