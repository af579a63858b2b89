/** Reads epoch milliseconds from the beginning of a line; NaN where it has no time in this form. */
export type TimeReader = (header: string) => number

type Form = { readonly pattern: RegExp; read(part: RegExpExecArray, year: number): number }

const months = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const clock = '(\\d{1,2}):(\\d{2}):(\\d{2})(?:[.,:](\\d{1,9}))?'
const zone = '\\s?(Z|[+-]\\d{2}:?\\d{2})?'

const number = (text: string | undefined): number => (text === undefined ? 0 : Number(text))
const monthOf = (name = ''): number => months.indexOf(name) / 3
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
    pattern: new RegExp(`\\b(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})[T ,:-]\\s?${clock}${zone}`),
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
    pattern: new RegExp(`\\b(\\d{1,2})/${month}/(\\d{4}):${clock}${zone}`),
    read: ([, d, m, y, ...t]) => utc(number(y), monthOf(m), number(d), t) - offsetMs(t[4]),
  },
  // Epoch milliseconds, microseconds and nanoseconds
  { pattern: /(?:^|\s)(1\d{12})(?:\d{3}|\d{6})?\b/, read: ([, ms]) => number(ms) },
  {
    pattern: /(?:^|\s)(1\d{9})(?:\.(\d{1,9}))?\b/,
    read: ([, s, rest]) => number(s) * 1000 + Math.floor(fraction(rest)),
  },
  {
    pattern: new RegExp(`\\b(\\d{2})/(\\d{2})/(\\d{2})[ T]${clock}`),
    read: ([, y, m, d, ...t]) => utc(century(y), number(m) - 1, number(d), t),
  },
  {
    pattern: new RegExp(`\\b${month} {1,2}(\\d{1,2}) ${clock} (\\d{4})\\b`),
    read: ([, m, d, h, min, s, rest, y]) => utc(number(y), monthOf(m), number(d), [h, min, s, rest]),
  },
  {
    pattern: new RegExp(`\\b${month} {1,2}(\\d{1,2}) ${clock}`),
    read: ([, m, d, ...t], year) => utc(year, monthOf(m), number(d), t),
  },
  {
    pattern: /\b(\d{2})(\d{2})(\d{2}) (\d{2})(\d{2})(\d{2})\b/,
    read: ([, y, m, d, ...t]) => utc(century(y), number(m) - 1, number(d), t),
  },
  {
    pattern: new RegExp(`\\b[IWEF]?(\\d{2})[-./]?(\\d{2}) ${clock}`),
    read: ([, m, d, ...t], year) => utc(year, number(m) - 1, number(d), t),
  },
]

/** Characters of a header that are searched for a time. */
const reach = 160

/**
 * Finds the form of time that most of these line beginnings have, or undefined. Times without a zone count as UTC, times
 * without a year as of `year`.
 */
export function findTimeReader(headers: readonly string[], year: number): TimeReader | undefined {
  for (const { pattern, read } of forms) {
    const reader: TimeReader = (header) => {
      const part = pattern.exec(header.length > reach ? header.slice(0, reach) : header)
      return part ? read(part, year) : Number.NaN
    }
    const hits = headers.filter((header) => Number.isFinite(reader(header))).length
    if (hits > 0 && hits >= headers.length * 0.6) return reader
  }
  return undefined
}
