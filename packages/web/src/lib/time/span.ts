import type { Range } from '../address/url-codecs.ts'

export const spanNames = ['15m', '1h', '6h', '24h', '7d', '30d'] as const
export type SpanName = (typeof spanNames)[number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export const spanMs: Record<SpanName, number> = {
  '15m': 15 * minuteMs,
  '1h': hourMs,
  '6h': 6 * hourMs,
  '24h': dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
}

const fewestSamples = 60

/** The shortest span in which a series has samples enough to see how it goes. */
export const defaultSpan = (samplingMs: number): SpanName =>
  spanNames.find((name) => spanMs[name] >= fewestSamples * samplingMs) ?? '30d'

const secondMs = 1000
const bucketLengths = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * hourMs),
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
  const bucketMs = bucketLengths.find((length) => length >= shortest) ?? Math.ceil(shortest / dayMs) * dayMs
  const first = Math.floor(from / bucketMs) * bucketMs
  const end = (Math.floor(to / bucketMs) + 1) * bucketMs
  return { from: first, to: end - 1, buckets: (end - first) / bucketMs, bucketMs }
}

/** How often what happens in a time of this length is read again, in milliseconds. */
export const refreshMs = (span: number): number => Math.min(60_000, Math.max(2000, span / 1800))
