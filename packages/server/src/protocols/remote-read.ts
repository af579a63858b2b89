import { SERIES_END } from '../ports/point-store.ts'
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

/** Samples of a series, sorted by time; a value may be `SERIES_END`. */
export interface ReadSeries {
  readonly labels: Readonly<Record<string, string>>
  readonly times: Float64Array
  readonly values: Float64Array | Float32Array
}

const OPERATORS: readonly MatchOperator[] = ['=', '!=', '=~', '!~']

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
  const operator = OPERATORS[type]
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

const TAG_OF_SERIES = 0x0a
const FIRST_CAPACITY = 65_536
/** Of a sample: a tag and a length, a tag and a double, and the tag of a time. */
const SAMPLE_BYTES = 12

/** Series are written one behind the other into one buffer: ten thousand short ones would be as many pieces to make and to join. */
export function createReadResponseWriter(): ReadResponseWriter {
  const results: Uint8Array[] = []
  let buffer = Buffer.allocUnsafe(FIRST_CAPACITY)
  let at = 0

  const reserve = (bytes: number): void => {
    if (at + bytes <= buffer.length) return
    const wider = Buffer.allocUnsafe(Math.max(2 * buffer.length, at + bytes))
    buffer.copy(wider, 0, 0, at)
    buffer = wider
  }
  const writeLength = (tag: number, length: number): void => {
    buffer[at++] = tag
    at = writeVarint(buffer, at, length)
  }
  const writeText = (tag: number, text: string, length: number): void => {
    writeLength(tag, length)
    buffer.write(text, at)
    at += length
  }
  const writeSample = (time: number, value: number): void => {
    const start = at
    buffer[at] = 0x12
    buffer[at + 2] = 0x09
    if (value === SERIES_END) buffer.set(staleMarker, at + 3)
    else buffer.writeDoubleLE(value, at + 3)
    buffer[at + 11] = 0x10
    at = writeVarint(buffer, at + SAMPLE_BYTES, time)
    buffer[start + 1] = at - start - 2
  }
  return {
    /** A `TimeSeries`: labels 1, sorted by name, and samples 2. */
    add({ labels, times, values }) {
      const fields = Object.entries(labels)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => {
          const [nameBytes, valueBytes] = [Buffer.byteLength(name), Buffer.byteLength(value)]
          return { name, value, nameBytes, valueBytes, length: fieldBytes(nameBytes) + fieldBytes(valueBytes) }
        })
      let length = fields.reduce((sum, field) => sum + fieldBytes(field.length), 0)
      for (let row = 0; row < times.length; row++) length += SAMPLE_BYTES + varintBytes(times[row]!)
      reserve(fieldBytes(length))
      writeLength(TAG_OF_SERIES, length)
      for (const field of fields) {
        writeLength(0x0a, field.length)
        writeText(0x0a, field.name, field.nameBytes)
        writeText(0x12, field.value, field.valueBytes)
      }
      for (let row = 0; row < times.length; row++) writeSample(times[row]!, values[row]!)
    },
    endQuery() {
      const head = Buffer.alloc(1 + varintBytes(at))
      head[0] = TAG_OF_SERIES
      writeVarint(head, 1, at)
      results.push(head, buffer.subarray(0, at))
      buffer = Buffer.allocUnsafe(FIRST_CAPACITY)
      at = 0
    },
    end: () => Buffer.concat(results),
  }
}

/** Of a field with a tag, a length, and as many bytes. */
function fieldBytes(length: number): number {
  return 1 + varintBytes(length) + length
}

function varintBytes(value: number): number {
  let bytes = 1
  for (let max = 128; value >= max; max *= 128) bytes++
  return bytes
}

const FOUR_GROUPS = 2 ** 28

/** Returns where it ends. Of two whole numbers of 32 bits, which are written in a third of the time of one beyond. */
function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  if (value >= FOUR_GROUPS) {
    const low = value % FOUR_GROUPS
    for (let shift = 0; shift < 28; shift += 7) bytes[at++] = ((low >> shift) & 127) | 128
    rest = (value - low) / FOUR_GROUPS
  }
  for (; rest > 127; rest >>= 7) bytes[at++] = (rest & 127) | 128
  bytes[at++] = rest
  return at
}
