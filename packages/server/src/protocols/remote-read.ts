import { seriesEnd } from '../ports/point-store.ts'
import { DamagedError } from './decompress-errors.ts'
import type { Matcher, MatchOperator } from './prometheus-selector.ts'
import { staleMarker } from './prometheus-series.ts'
import { ProtobufReader } from './protobuf-reader.ts'

/** Both ends belong to the span. Epoch milliseconds. */
export interface ReadQuery {
  readonly from: number
  readonly to: number
  readonly matchers: readonly Matcher[]
}

/** Samples of a series, sorted by time; a value may be `seriesEnd`. */
export interface ReadSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly times: Float64Array
  readonly values: Float64Array | Float32Array
}

const operators: readonly MatchOperator[] = ['=', '!=', '=~', '!~']

/**
 * `prometheus.ReadRequest`: queries 1, each with start 1, end 2 and matchers 3.
 * https://github.com/prometheus/prometheus/blob/main/prompb/remote.proto
 */
export function decodeReadRequest(body: Uint8Array): ReadQuery[] {
  const reader = new ProtobufReader(body)
  const queries: ReadQuery[] = []
  while (reader.at < body.length) {
    const tag = reader.readVarint()
    if (tag === 0x0a) queries.push(readQuery(reader, reader.readEnd(body.length)))
    else reader.skip(tag, body.length)
  }
  return queries
}

function readQuery(reader: ProtobufReader, end: number): ReadQuery {
  let [from, to] = [0, 0]
  const matchers: Matcher[] = []
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x08) from = reader.readInt64()
    else if (tag === 0x10) to = reader.readInt64()
    else if (tag === 0x1a) matchers.push(readMatcher(reader, reader.readEnd(end)))
    else reader.skip(tag, end)
  }
  return { from, to, matchers }
}

function readMatcher(reader: ProtobufReader, end: number): Matcher {
  let [type, name, value] = [0, '', '']
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x08) type = reader.readVarint()
    else if (tag === 0x12) name = reader.readText(end)
    else if (tag === 0x1a) value = reader.readText(end)
    else reader.skip(tag, end)
  }
  const operator = operators[type]
  if (operator === undefined) throw new DamagedError('has a matcher of an unknown type')
  return { name, operator, value }
}

/** Writes a `prometheus.ReadResponse`, one `TimeSeries` after the other. */
export interface ReadResponseWriter {
  /** Of the query begun last. */
  add(series: ReadSeries): void
  endQuery(): void
  end(): Uint8Array
}

const tagOfSeries = 0x0a
const encoder = new TextEncoder()

export function createReadResponseWriter(): ReadResponseWriter {
  const results: Uint8Array[] = []
  let series: Uint8Array[] = []
  return {
    add: (one) => void series.push(encodeSeries(one)),
    endQuery() {
      const length = series.reduce((sum, bytes) => sum + bytes.length, 0)
      results.push(Uint8Array.from([tagOfSeries, ...varint(length)]), ...series)
      series = []
    },
    end: () => Buffer.concat(results),
  }
}

/** A `TimeSeries` as a field of its result: labels 1, sorted by name, and samples 2. */
function encodeSeries({ labels, times, values }: ReadSeries): Uint8Array {
  const head = Object.entries(labels)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, value]) => {
      const label = [...textField(0x0a, name), ...textField(0x12, value)]
      return [0x0a, ...varint(label.length), ...label]
    })
  // A sample is 2 bytes of tag and length, 9 of value, and a tag and up to 10 bytes of time
  const samples = new Uint8Array(times.length * 22)
  const view = new DataView(samples.buffer)
  let at = 0
  for (let row = 0; row < times.length; row++) {
    const start = at
    samples[at] = 0x12
    samples[at + 2] = 0x09
    if (values[row] === seriesEnd) samples.set(staleMarker, at + 3)
    else view.setFloat64(at + 3, values[row]!, true)
    samples[at + 11] = 0x10
    at = writeTime(samples, at + 12, times[row]!)
    samples[start + 1] = at - start - 2
  }
  const front = Uint8Array.from([tagOfSeries, ...varint(head.length + at), ...head])
  const field = new Uint8Array(front.length + at)
  field.set(front)
  field.set(samples.subarray(0, at), front.length)
  return field
}

const fourGroups = 2 ** 28

/** As a varint; returns where it ends. Of two whole numbers of 32 bits, which are written in a third of the time of one beyond. */
function writeTime(bytes: Uint8Array, start: number, time: number): number {
  let at = start
  let rest = time
  if (time >= fourGroups) {
    const low = time % fourGroups
    for (let shift = 0; shift < 28; shift += 7) bytes[at++] = ((low >> shift) & 127) | 128
    rest = (time - low) / fourGroups
  }
  for (; rest > 127; rest >>= 7) bytes[at++] = (rest & 127) | 128
  bytes[at++] = rest
  return at
}

function textField(tag: number, text: string): number[] {
  const bytes = encoder.encode(text)
  return [tag, ...varint(bytes.length), ...bytes]
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128)
  return [...bytes, rest]
}
