import { type CollectedSeries, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import { readLogTime } from '../../../protocols/log-time.ts'
import type { SqlChunk, SqlColumn } from './sql-session.ts'

/** The columns of a result by what they are for. */
interface Layout {
  readonly time: number
  readonly instance: number | undefined
  readonly metrics: readonly number[]
  readonly labels: readonly number[]
}

const instanceNames = ['instance', 'host']

interface Points {
  readonly series: LiveSeries
  readonly points: (readonly [time: number, value: number])[]
}

/** What was left out of a result: rows without a time that can be read, values that are no finite numbers. */
export interface LeftOut {
  times: number
  values: number
}

/** The samples of a chunk from `from` up to, not including, `to`; those of one series by time. */
export function readChunk(
  { columns, rows }: SqlChunk,
  { from, to }: Pick<CollectWindow, 'from' | 'to'>,
  leftOut: LeftOut,
): CollectedSeries[] {
  const layout = findLayout(columns)
  const found = new Map<string, Points>()
  for (const row of rows) {
    const time = readLogTime(row[layout.time])?.ms
    if (time === undefined) leftOut.times++
    if (time === undefined || time < from || time >= to) continue
    for (const metric of layout.metrics) {
      const text = row[metric]
      if (text === null || text === undefined) continue
      const value = toNumber(text)
      if (!Number.isFinite(value)) leftOut.values++
      else pointsOf(found, columns, row, layout, metric).push([time, value])
    }
  }
  return [...found.values()].map(({ series, points }) => {
    points.sort(([a], [b]) => a - b)
    return { series, times: points.map(([time]) => time), values: points.map(([, value]) => value) }
  })
}

function pointsOf(
  found: Map<string, Points>,
  columns: readonly SqlColumn[],
  row: readonly (string | null)[],
  layout: Layout,
  metric: number,
): Points['points'] {
  const instance = layout.instance === undefined ? '' : (row[layout.instance] ?? '')
  const labels = layout.labels.flatMap((at) => (row[at] ? [[columns[at]!.name, row[at]] as const] : []))
  const key = JSON.stringify([metric, instance, labels])
  const known = found.get(key)
  if (known) return known.points
  const series = toLiveSeries({ metric: columns[metric]!.name, instance, labels: Object.fromEntries(labels) })
  const one: Points = { series, points: [] }
  found.set(key, one)
  return one.points
}

function findLayout(columns: readonly SqlColumn[]): Layout {
  const names = columns.map(({ name }) => name.toLowerCase())
  const named = names.indexOf('time')
  const time = named >= 0 ? named : columns.findIndex(({ kind }) => kind === 'time')
  if (time < 0) throw invalid('The result of the query has no time: give a column the name time.')
  const of = (kind: SqlColumn['kind']) =>
    columns.flatMap((column, at) => (column.kind === kind && at !== time ? [at] : []))
  const metrics = of('number')
  if (metrics.length === 0) throw invalid('The result of the query has no column of numbers.')
  const instance = of('text').find((at) => instanceNames.includes(names[at]!))
  return { time, instance, metrics, labels: of('text').filter((at) => at !== instance) }
}

/** Truth values are 1 and 0. */
function toNumber(text: string): number {
  if (text === 't') return 1
  if (text === 'f') return 0
  return text === '' ? Number.NaN : Number(text)
}

function invalid(providerText: string): CollectorError {
  return new CollectorError('query', { providerText })
}
