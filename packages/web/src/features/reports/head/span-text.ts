import { dateLocale, formatTime } from '@omen/charts'
import type { InsightReport } from '@omen/sdk'

/** "19 – 25 Oct 2026", "Mon 19 Oct 2026", "October 2026". */
export const spanText = (
  { period, from, to, timeZone }: Pick<InsightReport, 'period' | 'from' | 'to' | 'timeZone'>,
  locale: string,
): string => {
  const dates = new Intl.DateTimeFormat(dateLocale(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  })
  if (period === 'week') return dates.formatRange(from, to - 1)
  if (period === 'day')
    return `${formatTime(from, 'weekday', locale, timeZone)} ${formatTime(from, 'year', locale, timeZone)}`
  return new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone }).format(from)
}
