import type { PeriodBar } from '@omen/charts'
import { durationTicks, placeInBars } from '@omen/charts'
import type { ReportBar, ReportEvent, ReportWeekday } from '@omen/sdk'
import type { Change } from '../../../findings/analysis.ts'

export const MEASURES = ['abnormal', 'incidents', 'duration', 'severity'] as const
export type Measure = (typeof MEASURES)[number]

/** A day, an hour or a weekday of a report. */
export type Slot = Pick<ReportBar, 'incidents' | 'abnormalMs' | 'meanDurationMs' | 'meanSeverity'> & {
  id: string
  /** Under the bar, and in a sentence. */
  label: string
  name: string
  missingMs: number
}

export interface Words {
  duration: (ms: number) => string
  /** A time that was added up. */
  hours: (ms: number) => string
  figure: (value: number) => string
  locale: string
}

export const measured = (slot: Slot, measure: Measure): number | null =>
  ({
    abnormal: slot.abnormalMs,
    incidents: slot.incidents,
    duration: slot.meanDurationMs,
    severity: slot.meanSeverity,
  })[measure]

export const textOf = (value: number | null, measure: Measure, { duration, hours, figure }: Words): string => {
  if (value === null) return '–'
  if (measure === 'abnormal') return hours(value)
  return measure === 'duration' ? duration(value) : figure(value)
}

export interface Drawing {
  bars: PeriodBar[]
  ticks: { at: number; text: string }[]
}

/** The bars of a measure, with those of the slots before; missing data is drawn over times only. */
export const drawingOf = (slots: readonly Slot[], before: readonly Slot[], measure: Measure, words: Words): Drawing => {
  const bars = slots.map((slot, index): PeriodBar => {
    const now = measured(slot, measure) ?? 0
    const earlier = before[index]
    return {
      id: slot.id,
      label: slot.label,
      now,
      before: earlier === undefined ? null : measured(earlier, measure),
      missing: measure === 'abnormal' ? slot.missingMs : 0,
      text: now > 0 ? textOf(now, measure, words) : '',
    }
  })
  const max = Math.max(...bars.map((bar) => Math.max(bar.now + bar.missing, bar.before ?? 0)), 0)
  return { bars, ticks: ticksOf(max, measure, words) }
}

const ticksOf = (max: number, measure: Measure, { locale, figure }: Words) => {
  if (measure === 'abnormal' || measure === 'duration') return durationTicks(Math.max(max, 60_000), locale)
  const step = measure === 'severity' ? 2.5 : stepOf(max)
  const count = Math.max(1, Math.ceil((measure === 'severity' ? 10 : max) / step))
  return Array.from({ length: count }, (_, index) => ({ at: (index + 1) * step, text: figure((index + 1) * step) }))
}

/** Whole counts, four at most. */
const stepOf = (max: number): number => {
  for (let size = 1; ; size *= 10) for (const step of [1, 2, 5]) if (max / (step * size) <= 4) return step * size
}

/** A change over the bars; `place` 2.5 is the middle of the third one. */
export interface PlacedChange extends Change {
  place: number
}

/** Where changes lie in bars; who reads of several projects needs to know in which. */
export const placeChanges = (
  events: readonly ReportEvent[],
  slots: readonly { start: number; end: number }[],
  namesProject: boolean,
): PlacedChange[] =>
  events.flatMap(({ id, at, title, instances, link, projectName }) => {
    const place = placeInBars(slots, at)
    if (place === undefined) return []
    return [{ id, at, title, instances, link, place, ...(namesProject && { projectName }) }]
  })

/** Weekdays of a week before, where a report has only one of each. */
export const weekdaySlots = (weekdays: readonly ReportWeekday[], nameOf: (weekday: number) => string): Slot[] =>
  weekdays.map(({ weekday, ...slot }) => ({
    ...slot,
    id: String(weekday),
    label: nameOf(weekday),
    name: nameOf(weekday),
    missingMs: 0,
  }))
