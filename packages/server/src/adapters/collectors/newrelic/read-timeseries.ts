import { type CollectedSeries, CollectorError } from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import { asObject, type JsonObject } from '../json-fields.ts'
import type { NrqlAnswer } from './nerdgraph-client.ts'

/** Fields of a row that are not measured. */
const OWN_FIELDS = new Set(['beginTimeSeconds', 'endTimeSeconds', 'inspectedCount', 'facet', 'comparison', 'timestamp'])

/** What names an instance best, if it is grouped by. */
const INSTANCE_FACETS = ['host', 'hostname', 'host.name', 'fullHostname', 'instance', 'entity.name', 'entityName']

interface Points {
  readonly series: LiveSeries
  readonly times: number[]
  readonly values: number[]
}

/**
 * The rows of a `TIMESERIES` query from `from` up to `to`: one for each interval and group. Null is a gap; a value that is no number is left
 * out with a note.
 */
export function readTimeseries(
  answer: NrqlAnswer,
  { from, to }: { from: number; to: number },
  query: string | undefined,
): { series: CollectedSeries[]; notes: string[] } {
  const collect = collectPoints(answer, query)
  const dropped = new Map<string, number>()
  const isMeasured = fieldFilter(answer.facets)
  for (const row of answer.results) {
    const { beginTimeSeconds: seconds } = row
    if (typeof seconds !== 'number')
      throw new CollectorError('badAnswer', { providerText: 'A row of the answer has no beginTimeSeconds.' })
    const time = seconds * 1000
    if (time < from || time >= to) continue
    for (const field in row) {
      const value = row[field]
      if (value === null || !isMeasured(field)) continue
      const parts = partsOf(field, value)
      if (parts === undefined) dropped.set(field, (dropped.get(field) ?? 0) + 1)
      else for (const part of parts) collect.add(row, field, part, time)
    }
  }
  const notes = [...dropped].map(([field, count]) => `${field}: ${count} values are not numbers and were left out.`)
  return { series: collect.series(), notes: [...answer.messages, ...notes] }
}

/** By group, field and part, since naming a series takes much longer than finding it. */
function collectPoints(answer: NrqlAnswer, query: string | undefined) {
  const found = new Map<string, Points>()
  return {
    add(row: JsonObject, field: string, { label, part, number }: Part, time: number): void {
      const key = `${field}\n${part}\n${JSON.stringify(row.facet)}`
      let points = found.get(key)
      if (points === undefined) {
        const labels = { ...(part !== '' && { [label]: part }), ...(query !== undefined && { query }) }
        const series = nameSeries(metricOf(field, answer), readFacets(row, answer.facets), labels)
        points = { series, times: [], values: [] }
        found.set(key, points)
      }
      points.times.push(time)
      points.values.push(number)
    },
    series: (): CollectedSeries[] => [...found.values()].map(inOrder),
  }
}

function fieldFilter(facets: readonly string[]): (field: string) => boolean {
  const others = new Set([...OWN_FIELDS, ...facets])
  return (field) => !others.has(field)
}

interface Part {
  readonly label: 'percentile' | 'field'
  /** Empty where the value is one number. */
  readonly part: string
  readonly number: number
}

/** Percentiles and the like bring several numbers at once. */
function partsOf(field: string, value: unknown): Part[] | undefined {
  if (typeof value === 'number') return [{ label: 'field', part: '', number: value }]
  const several = asObject(value)
  if (several === undefined) return undefined
  const label = field.startsWith('percentile') || Object.keys(several).every(isNumeral) ? 'percentile' : 'field'
  return Object.entries(several).flatMap(([part, number]) =>
    typeof number === 'number' ? [{ label, part, number }] : [],
  )
}

function isNumeral(text: string): boolean {
  return /^[\d.]+$/.test(text)
}

/** Of events, with their type: there are many `count`s. */
function metricOf(field: string, { eventTypes }: NrqlAnswer): string {
  const [type] = eventTypes
  return type === undefined || type === 'Metric' ? field : `${type}.${field}`
}

function readFacets({ facet }: JsonObject, names: readonly string[]): Record<string, string> {
  const values = Array.isArray(facet) ? facet : facet === undefined ? [] : [facet]
  return Object.fromEntries(
    values.map((value, at) => [names[at] ?? `facet${at + 1}`, value === null ? '' : String(value)]),
  )
}

function nameSeries(
  metric: string,
  facets: Readonly<Record<string, string>>,
  labels: Record<string, string>,
): LiveSeries {
  const instanceFacet = INSTANCE_FACETS.find((name) => name in facets) ?? Object.keys(facets)[0]
  const { [instanceFacet ?? '']: instance, ...others } = facets
  const named = toLiveSeries({ metric, instance, labels: { ...others, ...labels }, type: 'gauge' })
  return instance === undefined ? named : { ...named, labels: { ...facets, ...labels } }
}

function inOrder({ series, times, values }: Points): CollectedSeries {
  const order = times.map((_, at) => at).sort((a, b) => times[a]! - times[b]!)
  return { series, times: order.map((at) => times[at]!), values: order.map((at) => values[at]!) }
}
