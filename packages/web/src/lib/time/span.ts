import type { Range } from '../address/url-codecs.ts'

export const SPAN_NAMES = ['15m', '1h', '6h', '24h', '7d', '30d'] as const
export type SpanName = (typeof SPAN_NAMES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export const SPAN_MS: Record<SpanName, number> = {
  '15m': 15 * MINUTE_MS,
  '1h': HOUR_MS,
  '6h': 6 * HOUR_MS,
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
}

const FEWEST_SAMPLES = 60

/** The shortest span in which a series has samples enough to see how it goes. */
export const defaultSpan = (samplingMs: number): SpanName =>
  SPAN_NAMES.find((name) => SPAN_MS[name] >= FEWEST_SAMPLES * samplingMs) ?? '30d'

const SECOND_MS = 1000
const bucketLengths = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * HOUR_MS),
]

/** Times of a request, both inclusive, and its number of buckets of equal length. */
export interface Buckets extends Range {
  buckets: number
  bucketMs: number
}

/**
 * Buckets over a time, at most so many, of a length that people use and no shorter than the sampling interval. They begin at
 * multiples of their length: a value stays in its bucket when the time moves on.
 */
export const bucketsOver = ({ from, to }: Range, samplingMs: number, max: number): Buckets => {
  const shortest = Math.max(samplingMs, (to - from) / max)
  const bucketMs = bucketLengths.find((length) => length >= shortest) ?? Math.ceil(shortest / DAY_MS) * DAY_MS
  const first = Math.floor(from / bucketMs) * bucketMs
  const end = (Math.floor(to / bucketMs) + 1) * bucketMs
  return { from: first, to: end - 1, buckets: (end - first) / bucketMs, bucketMs }
}

/** How often what happens in a time of this length is read again, in milliseconds. */
export const refreshMs = (span: number): number => Math.min(60_000, Math.max(2000, span / 1800))
