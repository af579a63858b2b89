import { TZDate, tzOffset } from '@date-fns/tz'

/** Difference between the zone's wall clock and UTC at a moment, in ms; summer time included. */
export function zoneOffset(t: number, timeZone: string): number {
  return tzOffset(timeZone, new Date(t)) * 60_000
}

/** The moment at which a zone's wall clock shows `local` (ms as if it were UTC); after a skipped hour, the one that follows. */
export function fromWallClock(local: number, timeZone: string): number {
  const shown = new Date(local)
  return new TZDate(
    ...([shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()] as const),
    ...([shown.getUTCHours(), shown.getUTCMinutes(), shown.getUTCSeconds(), shown.getUTCMilliseconds()] as const),
    timeZone,
  ).getTime()
}
