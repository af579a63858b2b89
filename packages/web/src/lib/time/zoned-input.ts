import { TZDate } from '@date-fns/tz'

/** A moment as a field of type `datetime-local` writes it, in a zone: 2026-10-25T10:00. */
export const toZonedInput = (time: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time).replace(' ', 'T')

/** The moment that such a field means in a zone; null where it is not filled in. */
export const fromZonedInput = (text: string, timeZone: string): number | null => {
  const match = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  return new TZDate(year, month - 1, day, hour, minute, 0, timeZone).getTime()
}

/** The day of the calendar that a time is in, as an input of type date has it. */
export const dayIn = (timeZone: string, time: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(time)
