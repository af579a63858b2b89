import { addExtreme, type Extremes, joinExtremes, noExtremes } from './extreme.ts'
import type { Period } from './period.ts'

/**
 * What is to be said of one series in an interval. Parts of neighbouring intervals add up to the part of both, so that intervals
 * longer than fit into memory are described piece by piece.
 */
export type SeriesPart = {
  seriesId: string
  /** Evidence against the series, summed over the rows; and the same with the sign of its side. */
  weight: number
  signedWeight: number
  /** Rows with a probability, the smallest of these, the sum of their inverses and that of their natural logarithms. */
  rows: number
  probability: number
  inverses: number
  logs: number
  /** Times at which the series first left its range upwards and downwards; infinite where it did not. */
  leftUp: number
  leftDown: number
  extremes: Extremes
  /** The level: the sum of the values less their rhythm, on the scale that the series is read on, and of their squares; NaN for a counter. */
  total: number
  squares: number
  count: number
  /** The same of what was expected at the first row that has an expectation. */
  levelBefore: number
  /** Largest less smallest value of training. */
  range: number
}

/** An interval of rows, `toRow` exclusive, with its series, most evidence first; as plain data. */
export type SpanPart = Pick<Period, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow' | 'probability'> & {
  series: SeriesPart[]
  /** The row with which it had begun before it was flagged (see `findOnset`): not described here. */
  onsetRow?: number
  /** The rows before and after its lead series went over to the other side, described apart. */
  turn?: { before: SpanPart; after: SpanPart }
}

/** A part in rows of which its first one is so many rows on. */
export function movePart(part: SpanPart, rows: number): SpanPart {
  const { fromRow, toRow, onsetRow, turn } = part
  return {
    ...part,
    fromRow: fromRow + rows,
    toRow: toRow + rows,
    ...(onsetRow !== undefined && { onsetRow: onsetRow + rows }),
    ...(turn && { turn: { before: movePart(turn.before, rows), after: movePart(turn.after, rows) } }),
  }
}

/** The part of several intervals that follow one another. Throws RangeError for none. */
export function joinParts(parts: readonly SpanPart[]): SpanPart {
  const first = parts[0]
  const last = parts.at(-1)
  if (first === undefined || last === undefined) throw new RangeError('there is nothing to join')
  const found = new Map<string, SeriesPart>()
  for (const { series } of parts)
    for (const one of series) {
      const known = found.get(one.seriesId)
      found.set(one.seriesId, known === undefined ? one : joinSeries(known, one))
    }
  return {
    start: first.start,
    end: last.end,
    fromRow: first.fromRow,
    toRow: last.toRow,
    rows: last.toRow - first.fromRow,
    probability: parts.reduce((min, part) => Math.min(min, part.probability), 1),
    series: [...found.values()].sort((a, b) => b.weight - a.weight),
  }
}

function joinSeries(a: SeriesPart, b: SeriesPart): SeriesPart {
  return {
    seriesId: a.seriesId,
    weight: a.weight + b.weight,
    signedWeight: a.signedWeight + b.signedWeight,
    rows: a.rows + b.rows,
    probability: Math.min(a.probability, b.probability),
    inverses: a.inverses + b.inverses,
    logs: a.logs + b.logs,
    leftUp: Math.min(a.leftUp, b.leftUp),
    leftDown: Math.min(a.leftDown, b.leftDown),
    extremes: joinExtremes(a.extremes, b.extremes),
    total: a.total + b.total,
    squares: a.squares + b.squares,
    count: a.count + b.count,
    levelBefore: Number.isNaN(a.levelBefore) ? b.levelBefore : a.levelBefore,
    range: a.range,
  }
}

/** A part of no rows. */
export function emptySeriesPart(seriesId: string, range: number): SeriesPart {
  return {
    seriesId,
    weight: 0,
    signedWeight: 0,
    rows: 0,
    probability: 1,
    inverses: 0,
    logs: 0,
    leftUp: Number.POSITIVE_INFINITY,
    leftDown: Number.POSITIVE_INFINITY,
    extremes: noExtremes(),
    total: 0,
    squares: 0,
    count: 0,
    levelBefore: Number.NaN,
    range,
  }
}

/** One row of a series in an interval. */
export type SeriesSample = {
  value: number
  at: number
  usual: number
  spread: number
  /** `value` and `usual` less the rhythm, on the scale that the series is read on; NaN for a counter. */
  level: number
  usualLevel: number
  /** Tail probability; NaN where there is none. */
  probability: number
  side: number
}

/** Takes in a row that has a value; `q` is the threshold of a single row. */
export function addSample(part: SeriesPart, sample: SeriesSample, q: number): void {
  const { value, at, usual, spread, level, probability: p, side } = sample
  addExtreme(part.extremes, { value, at, usual, spread })
  part.total += level
  part.squares += level * level
  part.count++
  if (Number.isNaN(part.levelBefore)) part.levelBefore = sample.usualLevel
  if (Number.isNaN(p)) return
  part.rows++
  part.inverses += 1 / p
  part.logs += Math.log(p)
  part.probability = Math.min(part.probability, p)
  if (!(p < q)) return
  if (side > 0) part.leftUp = Math.min(part.leftUp, at)
  if (side < 0) part.leftDown = Math.min(part.leftDown, at)
}

/** Part of a row's anomaly score that a series takes before it counts: one in ten rows reaches this by chance. */
export const QUIET = 1
/** In spreads. */
const LONGEST = 1e6

/** What one row counts against a series: -log10 of its tail probability, more where it went many spreads. */
export function evidenceOf(probability: number, spreads: number): number {
  const evidence = -Math.log10(probability)
  // Where there is no spread, no distance is none, and any other the longest
  const bounded = Math.min(LONGEST, Math.abs(spreads) || 0)
  return evidence > QUIET ? (evidence - QUIET) * (1 + Math.log10(1 + bounded) / 2) : 0
}

/** The side on which a series went. */
export function sideOf({ signedWeight }: Pick<SeriesPart, 'signedWeight'>): 1 | -1 {
  return signedWeight < 0 ? -1 : 1
}
