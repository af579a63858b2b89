import { type CollectedSeries, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import type { CollectionFault } from '../../../schema/wire-types.ts'
import { parseBounded } from '../parse-bounded.ts'
import type { InfluxApi } from './influx-api.ts'
import { createSampleCollector, nameSeries, type SampleCollector } from './sample-collector.ts'

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
export async function* readInfluxql(
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

export async function listMeasurements(api: InfluxApi, signal: AbortSignal): Promise<string[]> {
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

const faults: readonly (readonly [RegExp, CollectionFault])[] = [
  [/not found/, 'notFound'],
  [/authoriz/, 'permission'],
  [/timeout/, 'timeout'],
  [/max-select|limit exceeded/, 'tooMuch'],
]

/** Errors of a statement come with status 200. */
function toError(text: string): CollectorError {
  const [, fault = 'query' as const] = faults.find(([pattern]) => pattern.test(text)) ?? []
  return new CollectorError(fault, { providerText: text })
}
