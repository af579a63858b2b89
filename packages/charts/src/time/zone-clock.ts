/** Wall-clock fields in a time zone; month is 1 to 12, weekday 0 (Sunday) to 6. */
export interface WallClock {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Difference between the zone's wall clock and UTC at a moment, in ms; summer time included. */
export function zoneOffset(t: number, timeZone: string): number {
  const field: Record<string, number> = {}
  for (const part of partsFormat(timeZone).formatToParts(t)) field[part.type] = Number(part.value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(t / 1000) * 1000
}

export function toWallClock(t: number, timeZone: string): WallClock {
  const local = new Date(t + zoneOffset(t, timeZone))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    weekday: local.getUTCDay(),
  }
}

/** The moment at which a zone's wall clock shows `local` (ms as if it were UTC); after a skipped hour, the one that follows. */
export function fromWallClock(local: number, timeZone: string): number {
  const guess = local - zoneOffset(local, timeZone)
  return local - zoneOffset(guess, timeZone)
}
