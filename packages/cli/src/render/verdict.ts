import type { Period, TrainingPreview, Verdict, VerdictAnswer } from '@omen/sdk'
import { timeWriter } from './clock-times.ts'
import { duration } from './duration.ts'
import { counted } from './figures.ts'
import { plain } from './plain.ts'
import { severityCell } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'

/** After "marked". */
export const VERDICT_WORDS = { true: 'as real', false: 'as a false alarm', unsure: 'as unsure' } as const

const COLUMNS: Column[] = [
  ...[{ title: 'FINDING' }, { title: 'SEVERITY' }, { title: 'SINCE' }, { title: 'VERDICT' }],
  { title: 'WHAT', shrink: 1 },
]

/** Periods with their ids and the verdicts on them. */
export function renderReviewable(periods: readonly Period[], { io, paint, width }: View): string {
  if (periods.length === 0) return ''
  const starts = periods.map(({ start }) => start)
  const write = timeWriter(io.timeZone, { from: Math.min(...starts), to: Math.max(...starts) })
  const rows = periods.map((period): Cell[] => [
    ...[period.id, severityCell(period, paint), write.at(period.start), period.verdict ?? '–'],
    plain(period.sentence),
  ])
  return table(COLUMNS, rows, width, paint)
}

/** What the next training of a project learns with a verdict. */
export function renderTrainingChange(preview: TrainingPreview, verdict: Verdict, { io }: Pick<View, 'io'>): string {
  const { nextTrainingAt, durationMs, leftOutMs, leftOutBeforeMs } = preview
  if (nextTrainingAt === null) return 'The project trains no model: nothing else changes.'
  if (durationMs === 0) return 'The next training does not use the time of this finding: nothing else changes.'
  const at = Math.max(nextTrainingAt, io.clock.now())
  const from = timeWriter(io.timeZone, { from: at, to: at }).full(at)
  const learned = durationMs - leftOutMs
  const others = leftOutMs > 0 && (verdict === 'false' || learned > 0) ? ', where something else was found' : ''
  const parts = [
    ...(learned > 0 ? [`learns ${duration(learned)} of this finding as normal`] : []),
    ...(leftOutMs > 0 ? [`leaves out ${duration(leftOutMs)}${learned > 0 ? '' : ' of this finding'}${others}`] : []),
  ]
  const same = leftOutMs === leftOutBeforeMs ? ', as it does without the verdict' : ''
  return `The next training of the model, from ${from} on, ${parts.join(' and ')}${same}.`
}

/** Which periods of a model a verdict hides or shows again. */
export function renderPeriodsChange({ days, vanish, appear, keep }: VerdictAnswer['preview']): string {
  if (vanish === 0 && appear === 0) return `No other period of the last ${days} days changes.`
  const shown = `${counted(vanish, 'period')} of the last ${days} days no longer shown, ${counted(keep, 'period')} left`
  return [...(vanish > 0 ? [shown] : []), ...(appear > 0 ? [`${counted(appear, 'period')} shown again`] : [])]
    .join('; ')
    .concat('.')
}
