import { parseTimestamp } from '@omen/engine'

/** Whole epoch milliseconds, and the nanoseconds below them. */
export interface LogTime {
  readonly ms: number
  readonly nanos: number
  /** Written as epoch seconds. */
  readonly isSeconds?: boolean
}

/** Epoch milliseconds reach this in the year 5138, epoch microseconds in 1973. */
const firstMicroseconds = 1e14
const firstNanoseconds = 1e17

/** Reads ISO 8601 and epoch seconds, milliseconds, microseconds and nanoseconds; undefined for anything else. */
export function readLogTime(value: unknown): LogTime | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const text = String(value).trim()
  if (/^\d{15,20}$/.test(text)) {
    const number = Number(text)
    if (number >= firstNanoseconds) return fromNanoseconds(text)
    if (number >= firstMicroseconds) return fromNanoseconds(`${text}000`)
  }
  const read = parseTimestamp(text)
  if (read === undefined) return undefined
  const [, finer = ''] = /[.,]\d{3}(\d{1,6})(?!\d)/.exec(read.unit === 'iso' ? text : '') ?? []
  return { ms: read.ms, nanos: Number(finer.padEnd(6, '0')), ...(read.unit === 's' && { isSeconds: true }) }
}

/** Of a whole number of epoch nanoseconds in text. */
export function fromNanoseconds(text: string): LogTime {
  return { ms: Number(text.slice(0, -6)), nanos: Number(text.slice(-6)) }
}
