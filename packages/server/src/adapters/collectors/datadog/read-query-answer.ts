import { CollectorError } from '../../../ports/collector.ts'
import { asArray, asObject, asText, isTextArray, type JsonObject } from '../json-fields.ts'

/** One line of a chart, as Datadog would draw it. */
export interface QueriedSeries {
  /** The place of its query in the request. */
  readonly queryIndex: number
  readonly metric: string
  /** `key:value` of what it is grouped by. */
  readonly tags: readonly string[]
  readonly unit?: string
  readonly times: readonly number[]
  readonly values: readonly number[]
}

export interface QueryAnswer {
  readonly series: readonly QueriedSeries[]
  readonly notes: readonly string[]
}

/**
 * `GET /api/v1/query`, its points from `from` up to `to`. Times without a value are gaps; a value that is no number is left
 * out with a note.
 */
export function readQueryAnswer(json: unknown, { from, to }: { from: number; to: number }): QueryAnswer {
  const answer = asObject(json)
  const error = asText(answer?.error)
  if (error !== undefined) throw new CollectorError('query', { providerText: error })
  const listed = asArray(answer?.series)
  if (listed === undefined) throw new CollectorError('badAnswer', { providerText: 'The answer has no series.' })
  const notes: string[] = []
  const series: QueriedSeries[] = []
  for (const item of listed) {
    const found = asObject(item)
    const metric = asText(found?.metric)
    const points = asArray(found?.pointlist)
    if (found === undefined || metric === undefined || points === undefined) {
      notes.push('A series without a metric or points was left out.')
      continue
    }
    const { times, values, dropped } = readPoints(points, from, to)
    if (dropped > 0) notes.push(`${metric}: ${dropped} of ${points.length} points are not numbers and were left out.`)
    if (times.length === 0) continue
    const unit = readUnit(found.unit)
    series.push({
      queryIndex: typeof found.query_index === 'number' ? found.query_index : 0,
      metric,
      tags: isTextArray(found.tag_set) ? found.tag_set : [],
      ...(unit && { unit }),
      times,
      values,
    })
  }
  return { series, notes }
}

function readPoints(points: readonly unknown[], from: number, to: number) {
  const times: number[] = []
  const values: number[] = []
  let dropped = 0
  for (const point of points) {
    const [time, value] = asArray(point) ?? []
    if (value === null) continue
    if (typeof time !== 'number' || typeof value !== 'number') dropped++
    else if (time >= from && time < to) {
      times.push(time)
      values.push(value)
    }
  }
  return { times, values, dropped }
}

/** Two of them: of what is measured, and per what. */
function readUnit(unit: unknown): string | undefined {
  const [unitName, per] = (asArray(unit) ?? []).map((part) => nameOf(asObject(part)))
  if (unitName === undefined) return per && `1/${per}`
  return per === undefined ? unitName : `${unitName}/${per}`
}

function nameOf(unit: JsonObject | undefined): string | undefined {
  return asText(unit?.short_name) ?? asText(unit?.name)
}
