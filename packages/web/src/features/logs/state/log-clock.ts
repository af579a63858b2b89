import { dateLocale } from '@omen/charts/findings'
import type { Format } from '../../../lib/format/use-format.ts'

/** How moments of a log are written: times, or numbers of lines where it has none. */
export interface LogClock {
  readonly hasTimes: boolean
  /** "Sun 25 Oct 10:00", "line 1,204". */
  readonly moment: (at: number) => string
  readonly range: (from: number, to: number) => string
  /** "7 d", "4,000 lines". */
  readonly length: (length: number) => string
  /** With milliseconds: of a line in a list. */
  readonly exact: (at: number) => string
}

type Words = {
  line: (number: string) => string
  lines: (count: number) => string
  fromTo: (from: string, to: string) => string
}

export const logClock = (hasTimes: boolean, format: Format, words: Words): LogClock =>
  hasTimes
    ? {
        hasTimes,
        moment: format.when,
        range: format.range,
        length: format.duration,
        exact: (at) => exactTime(at, format),
      }
    : {
        hasTimes,
        moment: (at) => words.line(format.count(at)),
        range: (from, to) => words.fromTo(format.count(from), format.count(to)),
        length: (length) => words.lines(Math.round(length)),
        exact: (at) => format.count(at),
      }

const formats = new Map<string, Intl.DateTimeFormat>()

/** "25 Oct 10:00:40.510": a list has lines of many days. */
const exactTime = (at: number, { locale, timeZone }: Format): string => {
  const key = `${locale} ${timeZone}`
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(dateLocale(locale), {
      timeZone,
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      fractionalSecondDigits: 3,
      hourCycle: 'h23',
    })
  formats.set(key, known)
  return known.format(at).replace(',', '')
}
