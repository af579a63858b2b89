import { type ForecastCurves, findCrossing } from './find-crossing.ts'

/** What lies before a forecast. */
export type OutlookInput = {
  stepMs: number
  /** The last value before the forecast. */
  last: number
  /** The least and the largest value of the history. */
  range: { low: number; high: number }
  /** The range that an abnormal series has left; undefined for a normal one. */
  left?: { low: number; high: number } | undefined
}

/**
 * What a forecast says of a series: it `leaves` the range of its history, or it is outside of the one that is expected now and either
 * `returns` or `stays` outside until the end of the forecast. Times are in hours after the last value, as of `Crossing`.
 */
export type Outlook = {
  kind: 'leaves' | 'returns' | 'stays'
  /** Where it goes, or where it is now. */
  side: 'above' | 'below'
  /** The edge that it crosses. */
  limit: number
  about: number | undefined
  earliest: number | undefined
  latest: number | undefined
}

/** A forecast has to leave the range of the history by this part of it. */
export const DEPARTURE_MARGIN = 0.05

/** Undefined for a series that is forecast to stay where it is expected to be. */
export function findOutlook(curves: ForecastCurves, input: OutlookInput): Outlook | undefined {
  return findReturn(curves, input) ?? findDeparture(curves, input)
}

function findReturn(curves: ForecastCurves, { last, left, stepMs }: OutlookInput): Outlook | undefined {
  if (left === undefined || (last <= left.high && last >= left.low)) return undefined
  const side = last > left.high ? 'above' : 'below'
  const limit = side === 'above' ? left.high : left.low
  const { about, low: earliest, high: latest } = findCrossing(curves, last, limit, stepMs)
  return { kind: about === undefined ? 'stays' : 'returns', side, limit, about, earliest, latest }
}

/** The first edge of the range of the history that a forecast crosses; undefined where it crosses none, and of a constant. */
export function findDeparture(
  curves: ForecastCurves,
  { last, range: { low, high }, stepMs }: Omit<OutlookInput, 'left'>,
): (Outlook & { about: number }) | undefined {
  if (!(high > low)) return undefined
  const margin = DEPARTURE_MARGIN * (high - low)
  const [first] = [
    { limit: high, ...findCrossing(curves, last, high + margin, stepMs) },
    { limit: low, ...findCrossing(curves, last, low - margin, stepMs) },
  ]
    .filter(({ about }) => about !== undefined)
    .sort((a, b) => a.about! - b.about!)
  if (first === undefined) return undefined
  const { limit, side, about, low: earliest, high: latest } = first
  return { kind: 'leaves', side, limit, about: about!, earliest, latest }
}
