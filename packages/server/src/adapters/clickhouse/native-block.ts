/**
 * ClickHouse's Native format: blocks of whole columns, as they lie in memory, little endian. Numbers have a fixed width, so a
 * column of them is one copy in either direction; texts stay as they are sent, each with its length in front. https://clickhouse.com/docs/en/interfaces/formats#native
 */
export type NativeType = NumberType | 'Array(UInt64)' | 'String'
type NumberType = 'Float64' | 'Float32' | 'Int64' | 'UInt64' | 'UInt32' | 'UInt8' | 'Int8'
export type NumberArray =
  | Float64Array
  | Float32Array
  | BigInt64Array
  | BigUint64Array
  | Uint32Array
  | Uint8Array
  | Int8Array

/** Of a value, in bytes; of an item, where a value is an array. */
const WIDTHS: Record<Exclude<NativeType, 'String'>, number> = {
  Float64: 8,
  Float32: 4,
  Int64: 8,
  UInt64: 8,
  UInt32: 4,
  UInt8: 1,
  Int8: 1,
  'Array(UInt64)': 8,
}
const OFFSET_WIDTH = 8

/** Parts of one column: offsets of nested arrays come before the values. */
export interface NativeColumn {
  readonly name: string
  readonly type: string
  readonly parts: readonly NumberArray[]
}

/** One block. Its bytes own their buffer, so they can be handed to another thread without a copy. */
export function encodeNativeBlock(rows: number, columns: readonly NativeColumn[]): Uint8Array<ArrayBuffer> {
  const heads = columns.map((column) => [...text(column.name), ...text(column.type)])
  const start = [...varint(columns.length), ...varint(rows)]
  const bytes = new Uint8Array(
    columns.reduce((sum, column, index) => sum + heads[index]!.length + partBytes(column), start.length),
  )
  bytes.set(start)
  let at = start.length
  for (const [index, column] of columns.entries()) {
    bytes.set(heads[index]!, at)
    at += heads[index]!.length
    for (const part of column.parts) {
      bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
      at += part.byteLength
    }
  }
  return bytes
}

/**
 * The columns of all blocks, each in one block of shared memory: worker threads read them without a copy. Arrays are joined to
 * one, so that the caller must know how long each is; texts come as `readTexts` takes them.
 */
export function decodeNativeBlocks(bytes: Uint8Array, types: readonly NativeType[]): NumberArray[] {
  const blocks: Span[][] = []
  const reader = { bytes, at: 0 }
  while (reader.at < bytes.length) blocks.push(readBlock(reader, types))
  return types.map((type, column) => {
    const spans = blocks.map((block) => block[column]!)
    const joined = new Uint8Array(new SharedArrayBuffer(spans.reduce((sum, { from, to }) => sum + to - from, 0)))
    let at = 0
    for (const { from, to } of spans) {
      joined.set(bytes.subarray(from, to), at)
      at += to - from
    }
    return view(joined.buffer, type)
  })
}

interface Reader {
  readonly bytes: Uint8Array
  at: number
}

/** Bytes of the values of a column. */
interface Span {
  readonly from: number
  readonly to: number
}

function readBlock(reader: Reader, types: readonly NativeType[]): Span[] {
  const columns = readVarint(reader)
  const rows = readVarint(reader)
  if (columns !== types.length) throw new RangeError(`${columns} columns came where ${types.length} were asked for`)
  return types.map((type) => {
    readText(reader)
    const found = readText(reader)
    if (found !== type) throw new RangeError(`a column of ${found} came where ${type} was asked for`)
    if (type === 'String') return skipTexts(reader, rows)
    const items = type === 'Array(UInt64)' ? readItemCount(reader, rows) : rows
    const from = reader.at
    reader.at += items * WIDTHS[type]
    return { from, to: reader.at }
  })
}

function skipTexts(reader: Reader, rows: number): Span {
  const from = reader.at
  for (let row = 0; row < rows; row++) {
    const length = readVarint(reader)
    reader.at += length
  }
  return { from, to: reader.at }
}

/** Before the items of a column of arrays stands where each array ends. */
function readItemCount(reader: Reader, rows: number): number {
  reader.at += rows * OFFSET_WIDTH
  if (rows === 0) return 0
  const { buffer, byteOffset } = reader.bytes
  return Number(new DataView(buffer, byteOffset + reader.at - OFFSET_WIDTH).getBigUint64(0, true))
}

function view(buffer: SharedArrayBuffer, type: NativeType): NumberArray {
  switch (type) {
    case 'Float64':
      return new Float64Array(buffer)
    case 'Float32':
      return new Float32Array(buffer)
    case 'Int64':
      return new BigInt64Array(buffer)
    case 'UInt32':
      return new Uint32Array(buffer)
    case 'Int8':
      return new Int8Array(buffer)
    case 'UInt8':
    case 'String':
      return new Uint8Array(buffer)
    case 'UInt64':
    case 'Array(UInt64)':
      return new BigUint64Array(buffer)
  }
}

function partBytes(column: NativeColumn): number {
  return column.parts.reduce((sum, part) => sum + part.byteLength, 0)
}

/** The values of a String column: each with its length in front. */
export function encodeTexts(values: readonly string[]): Uint8Array {
  return Uint8Array.from(values.flatMap(text))
}

/** The values of a String column. */
export function readTexts(bytes: Uint8Array): string[] {
  const reader = { bytes, at: 0 }
  const texts: string[] = []
  while (reader.at < bytes.length) texts.push(readText(reader))
  return texts
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value)
  return [...varint(bytes.length), ...bytes]
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128)
  return [...bytes, rest]
}

function readVarint(reader: Reader): number {
  let value = 0
  let scale = 1
  for (;;) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new RangeError('the answer of the point store is cut off')
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
}

function readText(reader: Reader): string {
  const length = readVarint(reader)
  const from = reader.at
  reader.at += length
  return new TextDecoder().decode(reader.bytes.subarray(from, from + length))
}
