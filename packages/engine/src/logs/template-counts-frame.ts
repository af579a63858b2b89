import type { Frame } from '../series/frame.ts'
import type { LogAnalysis } from './analyse-logs.ts'

/** `instance` names the log in the series; of many templates the `max` frequent are counted (200). */
export type TemplateCountsOptions = { readonly instance?: string; readonly stepMs?: number; readonly max?: number }

/** Rows of a frame of counts. */
const MAX_ROWS = 1_000_000

/**
 * Counts of each template a step of time, as series `template_ID[instance]` for the metric engine. A step without events
 * counts 0, since the log was there; records without a time are left out. Undefined where no record has a time. Throws
 * RangeError for a step that is not above 0 or makes more than a million rows.
 */
export function templateCountsFrame(
  { events, templates, bucketMs }: Pick<LogAnalysis, 'events' | 'templates' | 'bucketMs'>,
  options: TemplateCountsOptions = {},
): Frame | undefined {
  const { instance = 'log', stepMs = bucketMs, max = 200 } = options
  if (!(stepMs > 0)) throw new RangeError('stepMs must be above 0')
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < events.length; i++) {
    const time = events.timeAt(i)
    if (time < first) first = time
    if (time > last) last = time
  }
  if (!(last >= first)) return undefined
  const from = Math.floor(first / stepMs)
  const rows = Math.floor(last / stepMs) - from + 1
  if (rows > MAX_ROWS) throw new RangeError(`a step of ${stepMs} ms makes ${rows} rows`)
  const chosen = [...templates].sort((a, b) => b.count - a.count || a.id - b.id).slice(0, max)
  const columns = new Map(chosen.map(({ id }) => [id, new Float64Array(rows)]))
  for (let i = 0; i < events.length; i++) {
    const column = columns.get(events.templateAt(i))
    const row = Math.floor(events.timeAt(i) / stepMs) - from
    if (column && row >= 0) column[row] = (column[row] as number) + 1
  }
  const series = chosen.map(({ id }) => ({ id: `template_${id}[${instance}]`, metric: `template_${id}`, instance }))
  const times = Float64Array.from({ length: rows }, (_, row) => (from + row) * stepMs)
  return { times, stepMs, series, columns: [...columns.values()] }
}
