import {
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectorTraits,
  type CollectWindow,
} from '../../../ports/collector.ts'
import type { LiveSeries } from '../../../ports/decoded-batch.ts'
import { toLiveSeries } from '../../../protocols/live-series.ts'
import { readLogTime } from '../../../protocols/log-time.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { splitBatches } from '../split-batches.ts'
import type { SqlChunk, SqlColumn, SqlDialect, SqlSession } from './sql-session.ts'

const TRAITS: CollectorTraits = { lateMs: 60_000, maxWindowSteps: 120 }
const DAY_MS = 86_400_000
const TEST_SPAN_MS = 3_600_000
const MAX_TEST_SERIES = 20
const CHUNK_ROWS = 2000
const MAX_ROWS = 1_000_000

/** What was left out of a result: rows without a time that can be read, values that are no finite numbers. */
interface LeftOut {
  times: number
  values: number
}

/** Runs the queries for each window, one after the other, in one connection. */
export function openSqlCollector(queries: readonly string[], dialect: SqlDialect): Collector {
  return {
    traits: TRAITS,
    async test(signal) {
      const to = systemClock.now()
      const window = { from: to - TEST_SPAN_MS, to, stepMs: 60_000 }
      return withSession(dialect, signal, async (session) => {
        const newest = new Map<string, CollectedSeries>()
        for (const query of queries) {
          for await (const chunk of session.read(query, window, CHUNK_ROWS)) {
            for (const { series, times, values } of readChunk(chunk, window, noneLeftOut()))
              newest.set(series.id, { series, times: times.slice(-1), values: values.slice(-1) })
            break
          }
          if (newest.size >= MAX_TEST_SERIES) break
        }
        return { series: [...newest.values()].slice(0, MAX_TEST_SERIES) }
      })
    },
    choices: async () => [],
    async estimate(stepMs) {
      const windows = Math.ceil(DAY_MS / stepMs / TRAITS.maxWindowSteps)
      return { callsPerDay: (DAY_MS / stepMs) * queries.length, callsPerBackfilledDay: windows * queries.length }
    },
    async *collect(window, _cursor, signal) {
      const session = await dialect.open(signal)
      try {
        for (const query of queries) {
          const leftOut = noneLeftOut()
          let rows = 0
          for await (const chunk of session.read(query, window, CHUNK_ROWS)) {
            rows += chunk.rows.length
            if (rows > MAX_ROWS) throw tooMany()
            for (const batch of splitBatches(readChunk(chunk, window, leftOut))) {
              signal.throwIfAborted()
              yield batch
            }
          }
          const notes = notesOf(leftOut)
          if (notes.length > 0) yield { notes }
        }
      } finally {
        await session.close()
      }
    },
    close: async () => {},
  }
}

async function withSession<T>(
  dialect: SqlDialect,
  signal: AbortSignal,
  act: (session: SqlSession) => Promise<T>,
): Promise<T> {
  const session = await dialect.open(signal)
  try {
    return await act(session)
  } finally {
    await session.close()
  }
}

function noneLeftOut(): LeftOut {
  return { times: 0, values: 0 }
}

function notesOf({ times, values }: LeftOut): string[] {
  return [
    ...(times > 0 ? [`${times} rows were left out: their time cannot be read.`] : []),
    ...(values > 0 ? [`${values} values were left out: they are not finite numbers.`] : []),
  ]
}

function tooMany(): CollectorError {
  const providerText = `A query gives more than ${MAX_ROWS} rows: limit it by $from and $to, or aggregate by $step.`
  return new CollectorError('tooMuch', { providerText })
}

/** The columns of a result by what they are for. */
interface Layout {
  readonly time: number
  readonly instance: number | undefined
  readonly metrics: readonly number[]
  readonly labels: readonly number[]
}

const INSTANCE_NAMES = ['instance', 'host']

interface Points {
  readonly series: LiveSeries
  readonly points: (readonly [time: number, value: number])[]
}

/** The samples of a chunk from `from` up to, not including, `to`; those of one series by time. */
function readChunk(
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
  const instance = of('text').find((at) => INSTANCE_NAMES.includes(names[at]!))
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
