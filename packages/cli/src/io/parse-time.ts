import { parseTimestamp } from '@omen/engine'
import { UsageError } from '../failures.ts'

/**
 * A time of the command line in epoch milliseconds: a number, or ISO 8601. Without a zone it is in the one that times
 * are shown in, so that a time can be copied from a table. Throws a UsageError for anything else.
 */
export function parseTime(option: string, text: string, timeZone: string): number {
  const read = parseTimestamp(text)
  if (!read) {
    throw new UsageError(`${option} ${text}: this is no time`, 'Write it like "2026-11-20 10:42" or 1792378800000.')
  }
  const isBareDate = /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(text)
  return read.hasZone && !isBareDate ? read.ms : fromLocal(read.ms, timeZone)
}

/** Epoch milliseconds of what a clock in the zone shows, given as if it were UTC. */
function fromLocal(shown: number, timeZone: string): number {
  const guess = shown - offsetAt(shown, timeZone)
  return shown - offsetAt(guess, timeZone)
}

/** Local time less UTC, in milliseconds. */
function offsetAt(epochMs: number, timeZone: string): number {
  const two = '2-digit' as const
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two, hourCycle: 'h23' },
  })
  const part = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour, minute, second } = part
  const whole = Math.floor(epochMs / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}
