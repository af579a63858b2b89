import { readTime } from '@omen/engine/series'
import { z } from 'zod'
import { parseDuration } from '../render/duration.ts'

/** How tools take times. */
export const timeInput: z.ZodString = z
  .string()
  .max(40)
  .describe('ISO 8601 such as 2026-11-20T10:42:00Z, or how long ago: 30m, 6h, 7d')

/** Epoch ms of such a time; throws for anything else. */
export function timeOf(text: string, now: number): number {
  const ago = parseDuration(text)
  if (ago !== undefined) return now - ago
  const read = readTime(text)
  if ('reason' in read) throw new RangeError(`${read.reason}; 6h means six hours ago`)
  return read.ms
}

/** The times that were asked for, or the last `spanMs`. */
export function spanOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  now: number,
  spanMs: number,
): { from: number; to: number } {
  const end = to === undefined ? now : timeOf(to, now)
  const start = from === undefined ? end - spanMs : timeOf(from, now)
  if (start >= end) throw new RangeError('from must be before to')
  return { from: start, to: end }
}

/** ISO 8601 in UTC, to the second. */
export function iso(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('.000Z', 'Z')
}

const TIME_FIELD =
  /^(at|from|to|start|end|time|day|since|onset|about|earliest|latest|until)$|(At|From|To|Until|Onset|Seen|InRange|Timestamp|Time)$/
/** In 1973: what is less is a number of something. */
const MIN_EPOCH_MS = 1e11

/** A result of the API with all its times as ISO 8601. */
export function withIsoTimes(value: unknown, field = ''): unknown {
  if (typeof value === 'number') return value >= MIN_EPOCH_MS && TIME_FIELD.test(field) ? iso(value) : value
  if (Array.isArray(value)) return value.map((one) => withIsoTimes(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIsoTimes(one, key)]))
}

/** ISO 8601 of a time, null for none. */
export function isoOrNull(epochMs: number | null | undefined): string | null {
  return epochMs === null || epochMs === undefined ? null : iso(epochMs)
}
