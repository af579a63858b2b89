const steps: readonly (readonly [unit: string, ms: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
]

const part = (value: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(value)

/** What a duration is rounded to, by how long it is, as in the sentences of findings: "10 min", not "10 min 2 sec". */
const rounded: readonly (readonly [below: number, toMs: number])[] = [
  [5 * 60_000, 1000],
  [10 * 3_600_000, 60_000],
  [86_400_000, 600_000],
  [14 * 86_400_000, 3_600_000],
  [Number.POSITIVE_INFINITY, 86_400_000],
]

/** A duration in at most two units, rounded to what matters: "1 hr 12 min", "2 天 3 小时". Below a second: milliseconds. */
export const formatDuration = (ms: number, locale: string): string => {
  if (Math.abs(ms) < 1000) return part(Math.round(Math.abs(ms)), 'millisecond', locale)
  const to = rounded.find(([below]) => Math.abs(ms) < below)?.[1] ?? 1000
  const size = Math.round(Math.abs(ms) / to) * to
  const first = steps.findIndex(([, length]) => size >= length)
  const [unit, length] = steps[first]!
  const smaller = steps[first + 1]
  const rest = smaller ? Math.floor((size % length) / smaller[1]) : 0
  const head = part(Math.floor(size / length), unit, locale)
  return smaller && rest > 0 ? `${head} ${part(rest, smaller[0], locale)}` : head
}

/** How long ago (or until), in the largest unit that fits: "3 minutes ago". */
export const formatRelative = (time: number, now: number, locale: string): string => {
  const difference = time - now
  const size = Math.abs(difference)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (size < 45_000) return words.format(0, 'second')
  const step = steps.find(([, length]) => size >= length * 0.95) ?? steps[2]!
  return words.format(Math.round(difference / step[1]), step[0] as Intl.RelativeTimeFormatUnit)
}
