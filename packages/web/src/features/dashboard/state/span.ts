import { TZDate } from '@date-fns/tz'
import type { Range } from '../../../lib/address/url-codecs.ts'

export const SPAN_NAMES = ['6h', '24h', '7d', '30d'] as const
export type SpanName = (typeof SPAN_NAMES)[number]

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const WEEK_DAYS = 7

interface Span {
  readonly ms: number
  /** Of a lane: whole units of time each. */
  readonly buckets: number
}

export const SPANS: Record<SpanName, Span> = {
  '6h': { ms: 6 * HOUR_MS, buckets: 72 },
  '24h': { ms: DAY_MS, buckets: 96 },
  '7d': { ms: 7 * DAY_MS, buckets: 84 },
  '30d': { ms: 30 * DAY_MS, buckets: 120 },
}
/** Of a time that was brushed. */
export const RANGE_BUCKETS = 96

/** Two weeks of whole days up to a moment: from the start of the local day thirteen days before. */
export const twoWeeksUntil = (to: number, timeZone: string): Range => {
  const day = new TZDate(to, timeZone)
  const from = new TZDate(day.getFullYear(), day.getMonth(), day.getDate() - (2 * WEEK_DAYS - 1), timeZone).getTime()
  return { from, to }
}
