const dayMs = 86_400_000

/** How far a zone is ahead of UTC at a moment. */
const offsetMs = (time: number, timeZone: string): number => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - time
}

/** The last second of a day, as the reader's zone counts it: a token that expires "on Friday" works all Friday. */
export const endOfDay = (day: string, timeZone: string): number => {
  const asUtc = Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + dayMs - 1000
  return asUtc - offsetMs(asUtc - offsetMs(asUtc, timeZone), timeZone)
}
