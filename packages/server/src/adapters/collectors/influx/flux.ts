import { type CollectedSeries, CollectorError, type CollectWindow } from '../../../ports/collector.ts'
import { readLogTime } from '../../../protocols/log-time.ts'
import { readCsvRecords } from './csv-records.ts'
import type { InfluxApi } from './influx-api.ts'
import { createSampleCollector, nameSeries, type SampleCollector } from './sample-collector.ts'

const partSamples = 5000
const numbers = ['double', 'long', 'unsignedLong', 'boolean']

/** The columns of the tables that follow. */
interface Head {
  types: readonly string[]
  defaults: readonly string[]
  names: readonly string[]
}

/** Parts of the answer to a query; at last what was left out. https://docs.influxdata.com/influxdb/v2/reference/syntax/annotated-csv/ */
export async function* readFlux(
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
      if (++rows % partSamples === 0) yield samples.take()
    }
  }
  yield samples.take()
  return samples.leftOut
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
    if (!numbers.includes(types[at] ?? '') || (name !== '_value' && !isOwn(name)) || text === '') return
    const field = name === '_value' ? (row.get('_field') ?? 'value') : name
    const series = nameSeries(row.get('_measurement') ?? '', field, Object.fromEntries(tags))
    samples.add(series, time, types[at] === 'boolean' ? text === 'true' : Number(text))
  })
}
