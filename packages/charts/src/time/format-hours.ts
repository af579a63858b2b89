import { formatDuration } from './format-duration.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An added-up time in hours, however many: "29 h 55 min", "250 h"; "0 min" for none. */
export function formatHours(ms: number, locale: string): string {
  if (ms === 0) return formatDuration(MINUTE, locale).replace('1', '0')
  if (ms < DAY) return formatDuration(ms, locale)
  const step = ms < 4 * DAY ? MINUTE : HOUR
  const rounded = Math.round(ms / step) * step
  const hours = formatDuration(HOUR, locale).replace('1', Math.floor(rounded / HOUR).toLocaleString(locale))
  return rounded % HOUR === 0 ? hours : `${hours} ${formatDuration(rounded % HOUR, locale)}`
}
