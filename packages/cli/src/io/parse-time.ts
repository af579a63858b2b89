import { TZDate } from '@date-fns/tz'
import { readTime, type TimestampUnit } from '@omen/engine/series'
import { UsageError } from '../failures.ts'

const EPOCH_UNITS: ReadonlySet<TimestampUnit> = new Set(['s', 'ms', 'us', 'ns'])

/**
 * A time of the command line in epoch milliseconds: a number, ISO 8601 or another date that can be read in one way, of 1990 to 2099. Without a zone it is in the zone that times
 * are shown in, so that a time can be copied from a table. Throws a UsageError for anything else.
 */
export function parseTime(option: string, text: string, timeZone: string): number {
  const read = readTime(text)
  if ('reason' in read)
    throw new UsageError(`${option}: ${read.reason}`, 'Write it like "2026-11-20 10:42" or 1792378800000.')
  const isBareDate = !EPOCH_UNITS.has(read.unit) && !/:|\dt\d/i.test(text)
  return read.hasZone && !isBareDate ? read.ms : fromLocal(read.ms, timeZone)
}

/** Epoch milliseconds of what a clock in the zone shows, given as if it were UTC. */
function fromLocal(shown: number, timeZone: string): number {
  const at = new Date(shown)
  return new TZDate(
    ...([at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()] as const),
    ...([at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds(), at.getUTCMilliseconds()] as const),
    timeZone,
  ).getTime()
}
