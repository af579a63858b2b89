import { type BatchCount, uncounted } from './batch-count.ts'
import { DamagedError } from './decompress-errors.ts'
import { MAX_LEVELS } from './limit-depth.ts'
import type { LogTime } from './log-time.ts'
import { ProtobufReader } from './protobuf-reader.ts'

type Scalar = 'text' | 'bytes' | 'varint' | 'int64' | 'sint32' | 'double' | 'fixed64' | 'time' | 'bool'

/** A field: its name in the result and how it is read. `packed` may come in one piece or one by one. */
export interface Field {
  readonly name: string
  readonly kind: Scalar | (() => Schema)
  /** The message in bytes that are read later. */
  readonly holds?: () => Schema
  readonly repeated?: boolean
  readonly packed?: boolean
  /** Of a message that may hold others of its kind: what it is replaced by where it lies deeper than `MAX_LEVELS` of them. */
  readonly tooDeep?: Readonly<Record<string, unknown>>
}

/** Fields by number; all others are passed over. */
export type Schema = Readonly<Record<number, Field>>

const WIRE_BYTES = 2

/** Where a message is read, and what is reported of those that lie too deep. */
interface Reading {
  readonly reader: ProtobufReader
  readonly count: BatchCount
  readonly onCut: () => void
}

/** A message as an object with the fields that it has; lists only where they are not empty. `onCut` is called for each that lies too deep. */
export function readMessage(
  bytes: Uint8Array,
  schema: Schema,
  { count = uncounted, onCut = () => {} }: Partial<Omit<Reading, 'reader'>> = {},
): Record<string, unknown> {
  return readFields({ reader: new ProtobufReader(bytes), count, onCut }, bytes.length, schema, 0)
}

function readFields(reading: Reading, end: number, schema: Schema, level: number): Record<string, unknown> {
  const { reader } = reading
  reading.count.addValues(1)
  const message: Record<string, unknown> = {}
  while (reader.at < end) {
    const tag = reader.readVarint()
    const field = schema[Math.floor(tag / 8)]
    if (field === undefined) {
      reader.skip(tag, end)
      continue
    }
    if (field.packed && (tag & 7) === WIRE_BYTES) {
      const last = reader.readEnd(end)
      // Numbers take an eighth of the memory of a message
      reading.count.addValues((last - reader.at) / 8)
      while (reader.at < last) push(message, field.name, readValue(reading, last, field, level))
    } else {
      const value = readValue(reading, end, field, level)
      // Messages that are read later take memory already
      if (field.holds) reading.count.addValues(1)
      if (field.repeated || field.packed) push(message, field.name, value)
      else message[field.name] = value
    }
  }
  if (reader.at !== end) throw new DamagedError('is no valid protobuf: a field is longer than its message')
  return message
}

function push(message: Record<string, unknown>, name: string, value: unknown): void {
  const list = message[name] as unknown[] | undefined
  if (list) list.push(value)
  else message[name] = [value]
}

function readValue(reading: Reading, end: number, { kind, tooDeep }: Field, level: number): unknown {
  const { reader } = reading
  switch (kind) {
    case 'varint':
      return reader.readVarint()
    case 'bool':
      return reader.readVarint() !== 0
    case 'int64':
      return reader.readInt64()
    case 'sint32': {
      const zigzag = reader.readVarint()
      return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    }
    case 'double':
      return reader.readDouble()
    case 'fixed64':
      return Number(reader.readFixed64())
    case 'time':
      return timeOf(reader.readFixed64())
    case 'text':
      return Buffer.from(readBytes(reader, end)).toString()
    case 'bytes':
      return readBytes(reader, end)
    default: {
      const last = reader.readEnd(end)
      if (tooDeep === undefined) return readFields(reading, last, kind(), level)
      if (level < MAX_LEVELS) return readFields(reading, last, kind(), level + 1)
      reading.onCut()
      reader.at = last
      return tooDeep
    }
  }
}

function readBytes(reader: ProtobufReader, limit: number): Uint8Array {
  const end = reader.readEnd(limit)
  const bytes = reader.bytes.subarray(reader.at, end)
  reader.at = end
  return bytes
}

const NANOS_IN_MS = 1_000_000n

/** Of epoch nanoseconds. */
function timeOf(nanoseconds: bigint): LogTime {
  return { ms: Number(nanoseconds / NANOS_IN_MS), nanos: Number(nanoseconds % NANOS_IN_MS) }
}
