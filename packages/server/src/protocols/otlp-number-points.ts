import type { LiveSeries } from '../ports/decoded-batch.ts'
import type { BatchBuilder } from './batch-builder.ts'
import { DamagedError } from './decompress-errors.ts'
import { MAX_SENT_LABELS, tooManyLabels } from './live-series.ts'
import { ProtobufReader } from './protobuf-reader.ts'

/** What is said of all points of a `Gauge` or a `Sum`; 0 where it is not said. */
export interface NumberDataHead {
  readonly temporality: number
  readonly isMonotonic: boolean
}

/** A `Gauge` or a `Sum` as bytes: aggregation_temporality 2, is_monotonic 3, which come behind the points. */
export function readNumberDataHead(data: Uint8Array): NumberDataHead {
  const reader = new ProtobufReader(data)
  let [temporality, isMonotonic] = [0, false]
  while (reader.at < data.length) {
    const tag = reader.readVarint()
    if (tag === 0x10) temporality = reader.readVarint()
    else if (tag === 0x18) isMonotonic = reader.readVarint() !== 0
    else reader.skip(tag, data.length)
  }
  return { temporality, isMonotonic }
}

/** The series of points, by their attributes. */
export interface NumberSeries {
  readonly metric: string
  /** Tells the series of a metric from those of others, whatever the body is. */
  readonly key: string
  /** The name of a series that is not known, from its attributes as bytes; undefined, and reported, if it has none. */
  read(attributes: readonly Uint8Array[]): LiveSeries | undefined
}

const encoder = new TextEncoder()
const NO_RECORDED_VALUE = 1
const WHOLE_MS = 1_000_000

/**
 * Adds the data points 1 of a `Gauge` or a `Sum` where they lie, without an object for each: most are of a series that is known by the bytes
 * of its attributes.
 */
export function addNumberPoints(builder: BatchBuilder, data: Uint8Array, series: NumberSeries): void {
  const reader = new ProtobufReader(data)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const named = encoder.encode(series.key)
  // The attributes of a point are copied behind the key
  const key = new Uint8Array(named.length + data.length)
  key.set(named)
  while (reader.at < data.length) {
    const tag = reader.readVarint()
    if (tag === 0x0a) addPoint(reader, reader.readEnd(data.length))
    else reader.skip(tag, data.length)
  }

  /** A `NumberDataPoint`: time_unix_nano 3, as_double 4, as_int 6, attributes 7, flags 8. */
  function addPoint({ bytes }: ProtobufReader, end: number): void {
    const start = reader.at
    let keyEnd = named.length
    let time = 0
    let value = Number.NaN
    let isDouble = false
    let flags = 0
    let attributeCount = 0
    while (reader.at < end) {
      const at = reader.at
      const tag = reader.readVarint()
      if (tag === 0x3a) {
        reader.at = reader.readEnd(end)
        key.set(bytes.subarray(at, reader.at), keyEnd)
        keyEnd += reader.at - at
        attributeCount++
      } else if (tag === 0x19) time = readMs(skipFixed64(end))
      else if (tag === 0x21) {
        value = reader.readDouble()
        isDouble = true
      } else if (tag === 0x31) {
        const whole = readInt(skipFixed64(end))
        if (!isDouble) value = whole
      } else if (tag === 0x40) flags = reader.readVarint()
      else reader.skip(tag, end)
    }
    if (reader.at !== end) throw new DamagedError('is no valid protobuf: a field is longer than its message')
    builder.count.addValues(attributeCount)
    if (attributeCount > MAX_SENT_LABELS) {
      const { reason, message } = tooManyLabels(attributeCount)
      builder.reject(reason, message, { series: series.metric.slice(0, 200) })
      return
    }
    if (time === 0) {
      builder.reject('badTime', 'A data point has no time in epoch nanoseconds.', { series: series.metric })
      return
    }
    const index = builder.seriesIndexOf(key, 0, keyEnd, () => series.read(attributesOf(bytes, start, end)))
    if (index === undefined) return
    if ((flags & NO_RECORDED_VALUE) !== 0) builder.addEnd(index, time)
    else builder.add(index, time, value)
  }
  function skipFixed64(end: number): number {
    const at = reader.at
    reader.at += 8
    if (reader.at > end) throw new DamagedError('is no valid protobuf: it ends in the middle of a field')
    return at
  }
  /** Epoch milliseconds of nanoseconds, exactly: 2^32 of them are 4294 ms and 967,296 ns. */
  function readMs(at: number): number {
    const [low, high] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
    return high * 4294 + Math.floor((high * 967_296 + low) / WHOLE_MS)
  }
  function readInt(at: number): number {
    return view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true)
  }
}

function attributesOf(bytes: Uint8Array, start: number, end: number): Uint8Array[] {
  const reader = new ProtobufReader(bytes)
  reader.at = start
  const attributes: Uint8Array[] = []
  while (reader.at < end) {
    const tag = reader.readVarint()
    if (tag === 0x3a) {
      const last = reader.readEnd(end)
      attributes.push(bytes.subarray(reader.at, last))
      reader.at = last
    } else reader.skip(tag, end)
  }
  return attributes
}
