/** Reads epoch milliseconds from the beginning of a line; NaN where it has no time in this form. */
export type TimeReader = (header: string) => number

type Form = { readonly pattern: RegExp; read(part: RegExpExecArray, year: number): number }

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const MONTH = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const CLOCK = '(\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,:](\\d{1,9}))?'
const ZONE = '\\s?(Z|[+-]\\d{2}:?\\d{2})?'

const number = (text: string | undefined): number => (text === undefined ? 0 : Number(text))
const monthOf = (name = ''): number => MONTHS.indexOf(name) / 3
const fraction = (digits = ''): number => (digits === '' ? 0 : Number(`0.${digits}`) * 1000)
const century = (text = ''): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

function offsetMs(text = 'Z'): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(text) ?? []
  if (!sign) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** Milliseconds of a date in UTC, or NaN for a month, day or hour that does not exist. */
function utc(year: number, month0: number, day: number, time: readonly (string | undefined)[]): number {
  const [hour, minute, second, rest] = time
  const hours = number(hour)
  if (month0 < 0 || month0 > 11 || day < 1 || day > 31 || hours > 24 || number(minute) > 59) return Number.NaN
  return Date.UTC(year, month0, day, hours, number(minute), number(second)) + Math.floor(fraction(rest))
}

// The most telling form first; `year` stands in where a log leaves it out.
const forms: readonly Form[] = [
  {
    pattern: new RegExp(`\\b(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})[T ,:-]\\s?${CLOCK}${ZONE}`),
    read: ([, y, m, d, ...t]) => utc(number(y), number(m) - 1, number(d), t) - offsetMs(t[4]),
  },
  {
    pattern: /\b(\d{4})-(\d{2})-(\d{2})-(\d{2})\.(\d{2})\.(\d{2})(?:\.(\d{1,9}))?/,
    read: ([, y, m, d, ...t]) => utc(number(y), number(m) - 1, number(d), t),
  },
  {
    pattern: /\b(\d{4})(\d{2})(\d{2})[- T](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,9}))?/,
    read: ([, y, m, d, ...t]) => utc(number(y), number(m) - 1, number(d), t),
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})/${MONTH}/(\\d{4}):${CLOCK}${ZONE}`),
    read: ([, d, m, y, ...t]) => utc(number(y), monthOf(m), number(d), t) - offsetMs(t[4]),
  },
  // Epoch milliseconds, microseconds and nanoseconds
  { pattern: /(?:^|\s)(1\d{12})(?:\d{3}|\d{6})?\b/, read: ([, ms]) => number(ms) },
  {
    pattern: /(?:^|\s)(1\d{9})(?:\.(\d{1,9}))?\b/,
    read: ([, s, rest]) => number(s) * 1000 + Math.floor(fraction(rest)),
  },
  {
    pattern: new RegExp(`\\b(\\d{2})/(\\d{2})/(\\d{2})[ T]${CLOCK}`),
    read: ([, y, m, d, ...t]) => utc(century(y), number(m) - 1, number(d), t),
  },
  {
    pattern: new RegExp(`\\b${MONTH} {1,2}(\\d{1,2}) ${CLOCK} (\\d{4})\\b`),
    read: ([, m, d, h, min, s, rest, y]) => utc(number(y), monthOf(m), number(d), [h, min, s, rest]),
  },
  {
    pattern: new RegExp(`\\b${MONTH} {1,2}(\\d{1,2}) ${CLOCK}`),
    read: ([, m, d, ...t], year) => utc(year, monthOf(m), number(d), t),
  },
  {
    pattern: /\b(\d{2})(\d{2})(\d{2}) (\d{2})(\d{2})(\d{2})\b/,
    read: ([, y, m, d, ...t]) => utc(century(y), number(m) - 1, number(d), t),
  },
  {
    pattern: new RegExp(`\\b[IWEF]?(\\d{2})[-./]?(\\d{2}) ${CLOCK}`),
    read: ([, m, d, ...t], year) => utc(year, number(m) - 1, number(d), t),
  },
]

/** Characters of a header that are searched for a time. */
const REACH = 160

/**
 * Finds the form of time that most of these line beginnings have, or undefined. Times without a zone count as UTC, times
 * without a year as of `year`.
 */
export function findTimeReader(headers: readonly string[], year: number): TimeReader | undefined {
  for (const { pattern, read } of forms) {
    const reader: TimeReader = (header) => {
      const part = pattern.exec(header.length > REACH ? header.slice(0, REACH) : header)
      return part ? read(part, year) : Number.NaN
    }
    const hits = headers.filter((header) => Number.isFinite(reader(header))).length
    if (hits > 0 && hits >= headers.length * 0.6) return reader
  }
  return undefined
}
