import { isInstanceDown } from '../highlight/highlight-color.ts'
import type { ChartLabels } from '../labels/chart-labels.ts'
import type { Highlight } from '../model/chart-types.ts'
import { formatDuration } from '../time/format-duration.ts'
import { formatMoment } from '../time/format-time.ts'
import { formatSeverity } from '../value/format-figures.ts'
import { formatSpan } from '../value/format-value.ts'
import type { MomentReading } from './read-moment.ts'

export interface Speech {
  labels: ChartLabels
  unit: string
  locale: string
  timeZone: string
}

/** A signed severity as people read it, from 0 to 10: "7", "7.3". */
export function readSeverity(val: number, locale: string): string {
  return formatSeverity(Math.min(10, Math.abs(val)), locale)
}

/** The kind and severity of a period in words: "anomaly severity 7, above normal". */
export function describeSeverity(
  highlight: Pick<Highlight, 'val' | 'isMissingValue'>,
  { labels, locale }: Pick<Speech, 'labels' | 'locale'>,
): string {
  if (highlight.isMissingValue) return labels.missing
  if (isInstanceDown(highlight.val)) return labels.down
  const direction = highlight.val < 0 ? labels.below : labels.above
  return `${labels.severity(readSeverity(highlight.val, locale))}, ${direction}`
}

/** One moment as a sentence: "Fri 20 Nov 2026 10:42, cpu node2 98 %, expected 20–45 %, anomaly severity 7, above normal". */
export function describeMoment(reading: MomentReading, period: Highlight | null, speech: Speech): string {
  const { labels, unit, locale, timeZone } = speech
  const value = reading.max === null ? labels.gap : formatSpan(reading.min, reading.max, unit, locale)
  const parts = [formatMoment(reading.t, locale, timeZone), `${reading.line.label} ${value}`]
  if (reading.expected)
    parts.push(labels.expected(formatSpan(reading.expected.low, reading.expected.high, unit, locale)))
  if (period) parts.push(describeSeverity(period, speech))
  else if (reading.score !== null && reading.score >= 1)
    parts.push(labels.severity(readSeverity(reading.score, locale)))
  return parts.join(', ')
}

/** A period as a sentence: its number, start, duration, severity, and its own text. */
export function describePeriod(highlight: Highlight, index: number, count: number, speech: Speech): string {
  const { labels, locale, timeZone } = speech
  const time = (t: number) => formatMoment(t, locale, timeZone)
  const parts = [
    labels.periodOf(index, count),
    labels.until(time(highlight.start), time(highlight.end)),
    formatDuration(highlight.end - highlight.start, locale),
    describeSeverity(highlight, speech),
  ]
  return highlight.sentence ? `${parts.join(', ')}. ${highlight.sentence}` : parts.join(', ')
}
