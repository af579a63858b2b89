import {
  type Choices,
  type CollectedSeries,
  type Collector,
  CollectorError,
  type CollectorTraits,
  type CollectWindow,
} from '../../../ports/collector.ts'
import type { Outbound } from '../../../ports/outbound.ts'
import { readLogTime } from '../../../protocols/log-time.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { systemClock } from '../../clock/system-clock.ts'
import { parseBounded } from '../parse-bounded.ts'
import { streamInParts } from '../read-in-parts.ts'
import { splitBatches } from '../split-batches.ts'
import { createInfluxApi, type InfluxApi, type InfluxConnection } from './influx-api.ts'
import { createSampleCollector, nameSeries, type SampleCollector } from './sample-collector.ts'

export interface InfluxOptions extends InfluxConnection {
  /** InfluxQL for a database, Flux for an organization, with `$from`, `$to` and `$step`. */
  readonly query: readonly string[]
}

const TRAITS: CollectorTraits = { lateMs: 60_000, maxWindowSteps: 120 }
const DAY_MS = 86_400_000
const TEST_SPAN_MS = 3_600_000
const MAX_TEST_SERIES = 20
const MAX_ITEMS = 1000
const PART_SAMPLES = 5000
const NUMBERS = ['double', 'long', 'unsignedLong', 'boolean']

const FAULTS: readonly (readonly [RegExp, CollectionFault])[] = [
  [/not found/, 'notFound'],
  [/authoriz/, 'permission'],
  [/timeout/, 'timeout'],
  [/max-select|limit exceeded/, 'tooMuch'],
]

const languages = { influxql: readInfluxql, flux: readFlux }

/** InfluxDB 1 and 2, and what speaks as they do. */
export function openInfluxCollector(
  { query: queries, ...connection }: InfluxOptions,
  { outbound }: { outbound: Outbound },
): Collector {
  const language = languageOf(connection)
  const api = createInfluxApi(connection, outbound)
  const read = (query: string, window: Parameters<typeof readFlux>[2], signal: AbortSignal) =>
    languages[language](api, fillInWindow(query, windowTexts[language](window)), window, signal)
  return {
    traits: TRAITS,
    async test(signal) {
      const to = systemClock.now()
      const newest = new Map<string, CollectedSeries>()
      for (const query of queries)
        for await (const part of read(query, { from: to - TEST_SPAN_MS, to, stepMs: 60_000 }, signal)) {
          for (const { series, times, values } of part)
            newest.set(series.id, { series, times: times.slice(-1), values: values.slice(-1) })
          if (newest.size >= MAX_TEST_SERIES) break
        }
      return { series: [...newest.values()].slice(0, MAX_TEST_SERIES) }
    },
    choices: async (search, signal) => (language === 'flux' ? [] : [await offerQueries(api, search, signal)]),
    async estimate(stepMs) {
      const windows = Math.ceil(DAY_MS / stepMs / TRAITS.maxWindowSteps)
      return { callsPerDay: (DAY_MS / stepMs) * queries.length, callsPerBackfilledDay: windows * queries.length }
    },
    async *collect(window, _cursor, signal) {
      for (const query of queries)
        yield* streamInParts(window, async function* (of) {
          const parts = read(query, of, signal)
          let part = await parts.next()
          for (; part.done !== true; part = await parts.next()) yield* splitBatches(part.value)
          if (part.value > 0)
            yield { notes: [`${part.value} values of ${query} were left out: they are no finite numbers.`] }
        })
    },
    close: async () => {},
  }
}

interface WindowTexts {
  readonly from: string
  readonly to: string
  readonly step: string
}

/** InfluxQL has epoch times with a unit, Flux RFC 3339; both have durations. */
const windowTexts = {
  influxql: ({ from, to, stepMs }: CollectWindow): WindowTexts => ({
    from: `${from}ms`,
    to: `${to}ms`,
    step: `${stepMs}ms`,
  }),
  flux: ({ from, to, stepMs }: CollectWindow): WindowTexts => ({
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    step: `${stepMs}ms`,
  }),
}

function fillInWindow(query: string, texts: WindowTexts): string {
  return query.replaceAll(/\$(from|to|step)\b/g, (_, bound: keyof WindowTexts) => texts[bound])
}

function languageOf({ database, organization, token }: InfluxConnection): keyof typeof languages {
  if (database) return 'influxql'
  if (organization && token) return 'flux'
  const providerText = 'Name the database, or the organization with a token.'
  throw new CollectorError('query', { providerText })
}

/** All of a measurement. */
async function offerQueries(api: InfluxApi, search: string, signal: AbortSignal): Promise<Choices> {
  const names = await listMeasurements(api, signal)
  const queries = names.map((label) => {
    const name = label.replaceAll(/["\\]/g, '\\$&')
    return { id: `select * from "${name}" where time >= $from and time < $to group by *`, label }
  })
  const wanted = search.toLowerCase()
  const found = queries.filter(({ id }) => id.toLowerCase().includes(wanted))
  found.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { field: 'query', items: found.slice(0, MAX_ITEMS), total: found.length }
}

interface Series {
  readonly name?: unknown
  readonly tags?: Readonly<Record<string, string>>
  readonly columns?: unknown
  readonly values?: unknown
}
interface Result {
  readonly series?: readonly Series[]
  readonly error?: unknown
  readonly partial?: boolean
}

/** Parts of the answer to a query; at last what was left out. https://docs.influxdata.com/influxdb/v1/tools/api/#query-http-endpoint */
async function* readInfluxql(
  api: InfluxApi,
  query: string,
  window: CollectWindow,
  signal: AbortSignal,
): AsyncGenerator<readonly CollectedSeries[], number> {
  const samples = createSampleCollector(window)
  for await (const series of readSeries(api, query, signal)) {
    addSeries(samples, series)
    yield samples.take()
  }
  return samples.leftOut
}

async function listMeasurements(api: InfluxApi, signal: AbortSignal): Promise<string[]> {
  const names: string[] = []
  for await (const { values } of readSeries(api, 'show measurements', signal))
    for (const [name] of rowsOf(values)) names.push(String(name))
  return names
}

/** An answer comes in parts, an object each; the last one says that nothing follows. */
async function* readSeries(api: InfluxApi, query: string, signal: AbortSignal): AsyncGenerator<Series> {
  let isComplete = false
  for await (const line of api.influxql(query, signal)) {
    if (line === '') continue
    for (const result of parseResults(line)) {
      if (result.error !== undefined) throw toError(String(result.error))
      isComplete = result.partial !== true
      yield* result.series ?? []
    }
  }
  if (!isComplete) throw new CollectorError('badAnswer')
}

function parseResults(line: string): readonly Result[] {
  try {
    const { results, error } = parseBounded(line) as { results?: readonly Result[]; error?: unknown }
    if (error !== undefined) throw toError(String(error))
    if (Array.isArray(results) && results.every((result) => typeof result === 'object' && result !== null))
      return results
  } catch (error) {
    if (error instanceof CollectorError) throw error
  }
  throw new CollectorError('badAnswer')
}

/** Texts in a row are tags: so they are where nothing is grouped by them. */
function addSeries(samples: SampleCollector, { name, tags = {}, columns, values }: Series): void {
  const names = (columns ?? []) as string[]
  if (typeof name !== 'string' || !Array.isArray(columns) || names[0] !== 'time') throw new CollectorError('badAnswer')
  for (const row of rowsOf(values)) {
    const time = row[0]
    if (typeof time !== 'number') throw new CollectorError('badAnswer')
    const texts = names.flatMap((column, at) => (typeof row[at] === 'string' ? [[column, row[at]] as const] : []))
    const all = texts.length === 0 ? tags : { ...tags, ...Object.fromEntries(texts) }
    names.forEach((column, at) => {
      const value = row[at]
      if (at === 0 || value === null || typeof value === 'string') return
      samples.add(nameSeries(name, column, all), time, value)
    })
  }
}

function rowsOf(values: unknown): readonly (readonly unknown[])[] {
  if (!Array.isArray(values) || !values.every((row) => Array.isArray(row))) throw new CollectorError('badAnswer')
  return values
}

/** Errors of a statement come with status 200. */
function toError(text: string): CollectorError {
  const [, fault = 'query' as const] = FAULTS.find(([pattern]) => pattern.test(text)) ?? []
  return new CollectorError(fault, { providerText: text })
}

/** The columns of the tables that follow. */
interface Head {
  types: readonly string[]
  defaults: readonly string[]
  names: readonly string[]
}

/** Parts of the answer to a query; at last what was left out. https://docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv/ */
async function* readFlux(
  api: InfluxApi,
  query: string,
  window: CollectWindow,
  signal: AbortSignal,
): AsyncGenerator<readonly CollectedSeries[], number> {
  const samples = createSampleCollector(window)
  let head: Head = { types: [], defaults: [], names: [] }
  let rows = 0
  for await (const record of readCsvRecords(api.flux(query, signal))) {
    if (record === undefined) head = { types: [], defaults: [], names: [] }
    else if (record[0] === '#datatype') head = { types: record, defaults: [], names: [] }
    else if (record[0] === '#default') head.defaults = record
    else if (record[0]?.startsWith('#')) continue
    else if (head.names.length === 0) head.names = requireNames(record, head.types)
    else {
      addRow(samples, head, record)
      if (++rows % PART_SAMPLES === 0) yield samples.take()
    }
  }
  yield samples.take()
  return samples.leftOut
}

/** Cells of CSV (RFC 4180), whose texts in quotes may go on in a next line; undefined for an empty line. */
async function* readCsvRecords(lines: AsyncIterable<string>): AsyncGenerator<readonly string[] | undefined> {
  let held: string | undefined
  for await (const line of lines) {
    const text: string = held === undefined ? line : `${held}\n${line}`
    held = isOpen(text) ? text : undefined
    if (held === undefined) yield text === '' ? undefined : splitCells(text)
  }
  if (held !== undefined) yield splitCells(held)
}

/** Whether a quote has no end yet. */
function isOpen(text: string): boolean {
  let count = 0
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count++
  return count % 2 === 1
}

function splitCells(text: string): string[] {
  if (!text.includes('"')) return text.split(',')
  return [...`,${text}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
  )
}

function requireNames(record: readonly string[], types: readonly string[]): readonly string[] {
  const isError = record.includes('error') && record.includes('reference')
  if (types.length !== record.length && !isError) throw new CollectorError('badAnswer')
  return record
}

function addRow(samples: SampleCollector, { types, defaults, names }: Head, record: readonly string[]): void {
  const row = new Map(names.map((name, at) => [name, record[at] || (defaults[at] ?? '')]))
  // An error that happens while the answer is sent is a table of its own
  if (row.has('error')) throw new CollectorError('query', { providerText: row.get('error') })
  const time = readLogTime(row.get('_time'))?.ms
  if (time === undefined)
    throw new CollectorError('query', { providerText: 'The result of the query has no column _time.' })
  const isOwn = (name: string) => name !== '' && !name.startsWith('_') && name !== 'result' && name !== 'table'
  const tags = names.filter((name, at) => isOwn(name) && types[at] === 'string').map((name) => [name, row.get(name)!])
  names.forEach((name, at) => {
    const text = record[at] || (defaults[at] ?? '')
    if (!NUMBERS.includes(types[at] ?? '') || (name !== '_value' && !isOwn(name)) || text === '') return
    const field = name === '_value' ? (row.get('_field') ?? 'value') : name
    const series = nameSeries(row.get('_measurement') ?? '', field, Object.fromEntries(tags))
    samples.add(series, time, types[at] === 'boolean' ? text === 'true' : Number(text))
  })
}
