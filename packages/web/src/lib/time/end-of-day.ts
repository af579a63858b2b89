import { TZDate } from '@date-fns/tz'

/** The last second of a day in the user's zone: a token that expires "on Friday" works all Friday. */
export const endOfDay = (day: string, timeZone: string): number => {
  const [year = 1970, month = 1, date = 1] = day.slice(0, 10).split('-').map(Number)
  return new TZDate(year, month - 1, date, 23, 59, 59, timeZone).getTime()
}
