import type { DecodedBatch, LiveSeries, MetricMetadata } from '../ports/decoded-batch.ts'
import { hashSeries, type SeriesTable } from '../ports/series-table.ts'
import { isStorableText } from '../ports/storable-text.ts'
import { type BatchBuilder, createBatchBuilder } from './batch-builder.ts'
import { type BatchCount, uncounted } from './batch-count.ts'
import { DamagedError } from './decompress-errors.ts'
import { MAX_SENT_LABELS, tooManyLabels } from './live-series.ts'
import {
  metadataOfFamily,
  metricTypeOf,
  NAME_LABEL,
  staleMarker,
  toPrometheusSeries,
  typeWithinFamily,
} from './prometheus-series.ts'
import { ProtobufReader } from './protobuf-reader.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** `prometheus.WriteRequest`. https://prometheus.io/docs/specs/prw/remote_write_spec/ */
export function decodeRemoteWrite(body: Uint8Array, known: SeriesTable, count: BatchCount = uncounted): DecodedBatch {
  const builder = createBatchBuilder(known, count)
  const reader = new ProtobufReader(body)
  const metadata: MetricMetadata[] = []
  while (reader.at < body.length) {
    const tag = reader.readVarint()
    count.addValues(1)
    if (tag === 0x0a) readSeries(reader, reader.readEnd(body.length), builder)
    else if (tag === 0x1a) metadata.push(...readMetadata(reader, reader.readEnd(body.length), builder))
    else reader.skip(tag, body.length)
  }
  return { kind: 'points', ...builder.build(), metadata }
}

/** A `TimeSeries`: labels 1, samples 2, exemplars 3, histograms 4. */
function readSeries(reader: ProtobufReader, end: number, builder: BatchBuilder): void {
  const start = reader.at
  const { from, to, isWhole, labelCount } = findLabels(reader, end)
  builder.count.addValues(labelCount)
  const [bytes, first, last] = isWhole ? [reader.bytes, from, to] : joinLabels(reader, start, end)
  const read = (): LiveSeries | undefined => {
    const labels = requireLabels(builder, () => readLabels(bytes, first, last))
    return labels && toPrometheusSeries(labels)
  }
  // Labels come first, so that the samples lie behind them
  reader.at = isWhole && from === start ? to : start
  readSamples(reader, end, { samples: 0x12, histograms: 0x22 }, builder, () =>
    labelCount > MAX_SENT_LABELS ? rejectLabels(builder, labelCount) : builder.seriesIndexOf(bytes, first, last, read),
  )
}

function rejectLabels(builder: BatchBuilder, labelCount: number): undefined {
  const { reason, message } = tooManyLabels(labelCount)
  builder.reject(reason, message)
}

interface FoundLabels {
  readonly from: number
  readonly to: number
  /** Nothing stands between them. */
  readonly isWhole: boolean
  readonly labelCount: number
}

/** The position of the labels, and their number. */
function findLabels(reader: ProtobufReader, end: number): FoundLabels {
  let from = reader.at
  let to = reader.at
  let isWhole = true
  let labelCount = 0
  while (reader.at < end) {
    const at = reader.at
    const tag = reader.readVarint()
    reader.skip(tag, end)
    if (tag !== 0x0a) continue
    labelCount++
    if (to === from) from = at
    else if (to !== at) isWhole = false
    to = reader.at
  }
  return { from, to, isWhole, labelCount }
}

function joinLabels(reader: ProtobufReader, start: number, end: number): [Uint8Array, number, number] {
  const joined = new Uint8Array(end - start)
  let length = 0
  reader.at = start
  while (reader.at < end) {
    const at = reader.at
    const tag = reader.readVarint()
    reader.skip(tag, end)
    if (tag !== 0x0a) continue
    joined.set(reader.bytes.subarray(at, reader.at), length)
    length += reader.at - at
  }
  return [joined, 0, length]
}

function readLabels(bytes: Uint8Array, from: number, to: number): [name: string, value: string][] {
  const reader = new ProtobufReader(bytes)
  reader.at = from
  const labels: [string, string][] = []
  while (reader.at < to) {
    reader.readVarint()
    const end = reader.readEnd(to)
    const label: [string, string] = ['', '']
    while (reader.at < end) {
      const tag = reader.readVarint()
      if (tag === 0x0a) label[0] = reader.readText(end)
      else if (tag === 0x12) label[1] = reader.readText(end)
      else reader.skip(tag, end)
    }
    labels.push(label)
  }
  return labels
}

/** What a `MetricMetadata` says of the metrics of its family; nothing, and reported, where its texts are none. */
function readMetadata(reader: ProtobufReader, end: number, builder: BatchBuilder): MetricMetadata[] {
  try {
    const family = readFamily(reader, end)
    if (isStorableText(family.metric) && isStorableText(family.unit ?? '')) return metadataOfFamily(family)
    builder.reject('badName', 'The name or unit of a metric in the metadata contains a NUL character.')
    return []
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    reader.at = end
    builder.reject('notUtf8', 'The metadata of a metric is not valid UTF-8.')
    return []
  }
}

/** A `MetricMetadata`: type 1, metric_family_name 2, unit 5. */
function readFamily(reader: ProtobufReader, end: number): MetricMetadata {
  let [metric, unit, type] = ['', '', 0]
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x08) type = reader.readVarint()
    else if (tag === 0x12) metric = reader.readText(end)
    else if (tag === 0x2a) unit = reader.readText(end)
    else reader.skip(tag, end)
  }
  return { metric, type: metricTypeOf(type), unit: unit === '' ? null : unit }
}

/** `io.prometheus.write.v2.Request`. https://prometheus.io/docs/specs/prw/remote_write_spec_2_0/ */
export function decodeRemoteWrite2(body: Uint8Array, known: SeriesTable, count: BatchCount = uncounted): DecodedBatch {
  const builder = createBatchBuilder(known, count)
  const reader = new ProtobufReader(body)
  const symbols = findSymbols(reader, known, count)
  reader.at = 0
  while (reader.at < body.length) {
    const tag = reader.readVarint()
    count.addValues(1)
    if (tag === 0x2a) readSeries2(reader, reader.readEnd(body.length), symbols, builder)
    else reader.skip(tag, body.length)
  }
  return { kind: 'points', ...builder.build() }
}

/** Texts of a request, where they lie; a series names them by their position. */
interface Symbols {
  text(position: number): string
  /** Bytes that tell series apart, from one request to the next, for these positions. */
  keyOf(positions: readonly number[]): Uint8Array
}

function findSymbols(reader: ProtobufReader, known: SeriesTable, count: BatchCount): Symbols {
  const places: number[] = []
  const { bytes } = reader
  while (reader.at < bytes.length) {
    const tag = reader.readVarint()
    if (tag !== 0x22) {
      reader.skip(tag, bytes.length)
      continue
    }
    const end = reader.readEnd(bytes.length)
    count.addValues(1)
    places.push(reader.at, end)
    reader.at = end
  }
  const hashes = new Uint32Array(2 * places.length)
  for (let at = 0; at < places.length; at += 2)
    hashSeries(known, bytes, places[at]!, places[at + 1]!, hashes.subarray(2 * at, 2 * at + 4))
  const place = (position: number): number => {
    if (position >= places.length / 2) throw new DamagedError('names a symbol that it does not have')
    return position
  }
  return {
    text: (position) => decoder.decode(bytes.subarray(places[2 * place(position)], places[2 * position + 1])),
    keyOf(positions) {
      const key = new Uint32Array(4 * positions.length)
      positions.forEach((position, index) => {
        const from = 4 * place(position)
        for (let word = 0; word < 4; word++) key[4 * index + word] = hashes[from + word]!
      })
      return new Uint8Array(key.buffer)
    },
  }
}

/** A `TimeSeries` of 2.0: labels_refs 1, samples 2, histograms 3, exemplars 4, metadata 5. */
function readSeries2(reader: ProtobufReader, end: number, symbols: Symbols, builder: BatchBuilder): void {
  const start = reader.at
  const positions: number[] = []
  let references = 0
  const addReference = (position: number): void => {
    if (++references <= 2 * MAX_SENT_LABELS) positions.push(position)
  }
  let metadata = { type: 0, unit: 0 }
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x0a) {
      const last = reader.readEnd(end)
      while (reader.at < last) addReference(reader.readVarint())
    } else if (tag === 0x08) addReference(reader.readVarint())
    else if (tag === 0x2a) metadata = readMetadata2(reader, reader.readEnd(end))
    else reader.skip(tag, end)
  }
  if (references % 2 !== 0) throw new DamagedError('has a label without a value')
  const labelCount = references / 2
  builder.count.addValues(labelCount)
  const read = (): LiveSeries | undefined => {
    let unit = ''
    const labels = requireLabels(builder, () => {
      unit = symbols.text(metadata.unit)
      return readLabels2(positions, symbols)
    })
    if (!labels) return undefined
    const type = typeWithinFamily(labels[NAME_LABEL] ?? '', metricTypeOf(metadata.type))
    return toPrometheusSeries(labels, { type, unit: unit || null })
  }
  const key = symbols.keyOf(positions)
  reader.at = start
  readSamples(reader, end, { samples: 0x12, histograms: 0x1a }, builder, () =>
    labelCount > MAX_SENT_LABELS ? rejectLabels(builder, labelCount) : builder.seriesIndexOf(key, 0, key.length, read),
  )
}

function readLabels2(positions: readonly number[], symbols: Symbols): [name: string, value: string][] {
  const labels: [string, string][] = []
  for (let at = 0; at < positions.length; at += 2)
    labels.push([symbols.text(positions[at]!), symbols.text(positions[at + 1]!)])
  return labels
}

/** A `Metadata` of 2.0: type 1, unit_ref 4. */
function readMetadata2(reader: ProtobufReader, end: number): { type: number; unit: number } {
  const metadata = { type: 0, unit: 0 }
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x08) metadata.type = reader.readVarint()
    else if (tag === 0x20) metadata.unit = reader.readVarint()
    else reader.skip(tag, end)
  }
  return metadata
}

/** Adds the samples of a series from here on; `find` is called where there are any. */
function readSamples(
  reader: ProtobufReader,
  end: number,
  tags: { samples: number; histograms: number },
  builder: BatchBuilder,
  find: () => number | undefined,
): void {
  let index: number | undefined
  let isFound = false
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === tags.samples) {
      if (!isFound) index = find()
      else if (index === undefined) builder.rejectAgain()
      isFound = true
      readSample(reader, reader.readEnd(end), builder, index)
    } else {
      if (tag === tags.histograms)
        builder.reject('unsupported', 'Native histograms are not stored: send classic ones, with buckets as series.')
      reader.skip(tag, end)
    }
  }
  if (reader.at !== end) throw new DamagedError('is no valid protobuf: a field is longer than its message')
}

/** A `Sample`: value 1, timestamp 2. */
function readSample(reader: ProtobufReader, end: number, builder: BatchBuilder, index: number | undefined): void {
  let [time, value, isEnd] = [0, 0, false]
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x09) {
      value = reader.readDouble()
      isEnd = Number.isNaN(value) && isStaleMarker(reader)
    } else if (tag === 0x10) time = reader.readInt64()
    else reader.skip(tag, end)
  }
  if (index === undefined) return
  if (isEnd) builder.addEnd(index, time)
  else builder.add(index, time, value)
}

/** Of the double that was read last. */
function isStaleMarker({ bytes, at }: ProtobufReader): boolean {
  return staleMarker.every((byte, index) => bytes[at - staleMarker.length + index] === byte)
}

/** The labels by name; undefined, and reported, where they are no labels of Prometheus. */
function requireLabels(
  builder: BatchBuilder,
  read: () => readonly (readonly [string, string])[],
): Record<string, string> | undefined {
  // Without a prototype a label may have any name
  const labels: Record<string, string> = Object.create(null)
  try {
    for (const [name, value] of read()) {
      if (name === '' || Object.hasOwn(labels, name)) {
        const series = (labels[NAME_LABEL] ?? '').slice(0, 200)
        const fault = name === '' ? 'A label has no name.' : 'A series has two labels of one name.'
        return void builder.reject('badName', fault, { series })
      }
      if (value !== '') labels[name] = value
    }
    return labels
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return void builder.reject('notUtf8', 'A label or a unit is not valid UTF-8.')
  }
}
