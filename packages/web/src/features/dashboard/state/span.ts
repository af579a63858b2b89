import { TZDate } from '@date-fns/tz'
import type { Range } from '../../../lib/address/url-codecs.ts'

export const spanNames = ['6h', '24h', '7d', '30d'] as const
export type SpanName = (typeof spanNames)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const weekDays = 7

interface Span {
  readonly ms: number
  /** Of a lane: whole units of time each. */
  readonly buckets: number
}

export const spans: Record<SpanName, Span> = {
  '6h': { ms: 6 * hourMs, buckets: 72 },
  '24h': { ms: dayMs, buckets: 96 },
  '7d': { ms: 7 * dayMs, buckets: 84 },
  '30d': { ms: 30 * dayMs, buckets: 120 },
}
/** Of a time that was brushed. */
export const rangeBuckets = 96

/** Two weeks of whole days up to a moment: from the start of the local day thirteen days before. */
export const twoWeeksUntil = (to: number, timeZone: string): Range => {
  const day = new TZDate(to, timeZone)
  const from = new TZDate(day.getFullYear(), day.getMonth(), day.getDate() - (2 * weekDays - 1), timeZone).getTime()
  return { from, to }
}
