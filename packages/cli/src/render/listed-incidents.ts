import { nameOnInstance } from '@omen/engine/series'
import type { ListedIncident, PredictedIncident, RulePrediction } from '@omen/sdk'
import { relative, timeWriter } from './clock-times.ts'
import { duration } from './duration.ts'
import { plain } from './plain.ts'
import { severityCell } from './severity.ts'
import { type Cell, type Column, table } from './table.ts'
import type { View } from './view.ts'
import { wrapAt } from './wrap.ts'

const COLUMNS: Column[] = [
  { title: 'SEVERITY' },
  { title: 'SINCE' },
  { title: 'FOR', align: 'right' },
  { title: 'STATE' },
  { title: 'PROJECT', shrink: 2 },
  { title: 'WHAT', shrink: 1 },
  { title: 'ID' },
]

/** Incidents of projects, one per line. */
export function renderListedIncidents(incidents: readonly ListedIncident[], { paint, width, io }: View): string {
  if (incidents.length === 0) return 'No incident.'
  const onsets = incidents.map(({ onset }) => onset)
  const times = timeWriter(io.timeZone, { from: Math.min(...onsets), to: Math.max(...onsets) })
  const rows = incidents.map((one): Cell[] => {
    const { val, kind, onset, durationMs, state, isClosed, projectName, title, repeats, starred, id } = one
    return [
      severityCell({ val: val ?? 0, kind, isMissingValue: val === null }, paint),
      times.at(onset),
      durationMs === null ? 'ongoing' : duration(durationMs),
      isClosed ? 'closed' : state,
      projectName,
      `${starred ? '★ ' : ''}${title}${repeats.count > 1 ? ` (${repeats.count} times)` : ''}`,
      id,
    ]
  })
  return table(COLUMNS, rows, width, paint)
}

/** What is expected: by rules, with what became of them, and by forecasts. */
export function renderPredictions(
  rules: readonly RulePrediction[],
  forecasts: readonly PredictedIncident[],
  { paint, width, io }: View,
): string {
  if (rules.length + forecasts.length === 0) return 'Nothing is expected.'
  const states = { open: 'expected', cameTrue: 'came true', failed: 'did not' } as const
  const lines = [
    ...rules.flatMap(({ state, projectName, sentence, after, id }) => [
      `${paint.bold(states[state])} ${plain(projectName)} ${paint.dim(id)}`,
      ...wrapAt(`${plain(sentence)}, after ${plain(after)}`, width - 2).map((line) => `  ${line}`),
    ]),
    ...forecasts.flatMap(({ projectName, side, limit, unit = '', about, ...series }) => {
      const text = `${nameOnInstance(series, 'en')} will be ${side} ${limit}${unit === '' ? '' : ` ${unit}`} ${relative(about, io.clock.now())}`
      return [
        `${paint.bold('forecast')} ${plain(projectName)}`,
        ...wrapAt(plain(text), width - 2).map((line) => `  ${line}`),
      ]
    }),
  ]
  return lines.join('\n')
}
