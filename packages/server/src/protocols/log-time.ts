import { parseTimestamp, type TimestampUnit } from '@omen/engine/series'
import { limitDepth } from './limit-depth.ts'

/** Whole epoch milliseconds, and the nanoseconds below them. */
export interface LogTime {
  readonly ms: number
  readonly nanos: number
  /** Written as epoch seconds. */
  readonly isSeconds?: boolean
}

/** Reads epoch seconds, milliseconds, microseconds and nanoseconds, ISO 8601 and other dates that can be read in one way; undefined for anything else. */
export function readLogTime(value: unknown): LogTime | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value).trim()
  const read = parseTimestamp(text)
  if (read === undefined) return undefined
  return { ms: read.ms, nanos: nanosOf(text, read.unit), ...(read.unit === 's' && { isSeconds: true }) }
}

/** A time as it was sent, as text for an error. */
export function timeText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(limitDepth(value)) ?? '')
}

/** Digits of an epoch number below the millisecond. */
const DIGITS: Partial<Record<TimestampUnit, number>> = { s: 0, ms: 0, us: 3, ns: 6 }

function nanosOf(text: string, unit: TimestampUnit): number {
  const digits = DIGITS[unit]
  if (digits === undefined) return Number((/[.,]\d{3}(\d{1,6})(?!\d)/.exec(text)?.[1] ?? '').padEnd(6, '0'))
  return digits > 0 && /^\d+$/.test(text) ? Number(text.slice(-digits).padEnd(6, '0')) : 0
}

/** Of a whole number of epoch nanoseconds in text. */
export function fromNanoseconds(text: string): LogTime {
  return { ms: Number(text.slice(0, -6)), nanos: Number(text.slice(-6)) }
}
