import type { Range } from '../../../lib/address/url-codecs.ts'
import { bucketsOver, SPAN_MS, type SpanName } from '../../../lib/time/span.ts'

/** The time at hand: one that moves on with the clock, one that stands still, or all that a file has. */
export type LogTime = { readonly span: SpanName } | Range | 'whole'

const MINUTE_MS = 60_000
/** Of a timeline. */
const MAX_BUCKETS = 240

/** As the API takes it; without a beginning for a whole file. One that moves on is as long as whole bars of its timeline. */
export const timeFields = (time: LogTime, now: number): Partial<Range> => {
  if (time === 'whole') return {}
  if (!('span' in time)) return { from: time.from, to: time.to }
  const { from, to } = bucketsOver({ from: now - SPAN_MS[time.span], to: now }, MINUTE_MS, MAX_BUCKETS)
  return { from, to }
}

/** Into how many bars the API cuts a time: of a length that people use, where it is not that of a file. */
export const timelineBuckets = (time: LogTime, now: number): number => {
  const { from, to } = timeFields(time, now)
  if (from === undefined || to === undefined) return MAX_BUCKETS
  return Math.min(MAX_BUCKETS, bucketsOver({ from, to }, MINUTE_MS, MAX_BUCKETS).buckets)
}

/** How long a time is called: as it was chosen, not as it was rounded. */
export const lengthOf = (time: LogTime, { from, to }: Range): number =>
  time !== 'whole' && 'span' in time ? SPAN_MS[time.span] : Math.round(to - from)

export const movesOn = (time: LogTime): boolean => time !== 'whole' && 'span' in time

/** As long as the selection, right before it; or so much earlier. */
export const baselineBefore = ({ from, to }: Range, earlierMs = to - from): Range => ({
  from: from - earlierMs,
  to: to - earlierMs,
})
