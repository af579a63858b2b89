/** Numbers in the format of a locale, which is passed in. */
export const formatNumber = (value: number, locale: string, digits = 4): string =>
  new Intl.NumberFormat(locale, {
    maximumSignificantDigits: Math.max(digits, 1),
    // A long row of zeros after the point is unreadable.
    ...(value !== 0 && Math.abs(value) < 0.0001 && { notation: 'scientific' }),
  }).format(value)

const FIGURE_DIGITS = 3
/** Beyond it all digits before the point are more than can be read. */
const BEYOND_WRITING = 1e15

/** A figure as the sentences of findings write it: three digits that matter, or all before the point. */
export const formatFigure = (value: number, locale: string, digits = FIGURE_DIGITS): string => {
  const whole = Math.abs(value) < BEYOND_WRITING ? Math.trunc(Math.abs(value)).toString().length : 0
  return formatNumber(value, locale, Math.max(digits, whole))
}

/** An expected value, with as many digits as show that it is another than the value beside it. */
export const formatExpected = (expected: number, value: number, locale: string): string => {
  const isSame = (digits: number) => formatFigure(expected, locale, digits) === formatFigure(value, locale, digits)
  let digits = FIGURE_DIGITS
  while (digits < 7 && isSame(digits)) digits++
  return formatFigure(expected, locale, isSame(digits) ? FIGURE_DIGITS : digits)
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

export const formatBytes = (bytes: number, locale: string): string => {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1)
  const value = bytes / 1000 ** power
  const digits = power === 0 || value >= 100 ? 0 : 1
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
  return `${text} ${BYTE_UNITS[power]}`
}
