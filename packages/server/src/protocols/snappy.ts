import { DamagedError, TooLargeError } from './decompress-errors.ts'

/**
 * The block format, without framing: the length of the result, then literals and copies of what came before.
 * https://github.com/google/snappy/blob/main/format_description.txt
 */
export function uncompressSnappy(body: Uint8Array, maxBytes: number): Uint8Array {
  const { length, start } = readPreamble(body)
  if (length > maxBytes) throw new TooLargeError()
  // A copy of 64 bytes takes three: a body that announces more than it can hold is not worth the memory
  if (length > 32 * body.length) throw damaged('announces more than it holds')
  const out = new Uint8Array(length)
  let at = start
  let to = 0
  while (at < body.length) {
    const tag = body[at++]!
    if ((tag & 3) === 0) {
      let size = (tag >> 2) + 1
      if (size > 60) {
        const width = size - 60
        size = readLittleEndian(body, at, width) + 1
        at += width
      }
      if (at + size > body.length || to + size > length) throw damaged('ends in the middle of a literal')
      if (size > 16) out.set(body.subarray(at, at + size), to)
      else for (let index = 0; index < size; index++) out[to + index] = body[at + index]!
      at += size
      to += size
    } else {
      const kind = tag & 3
      const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
      const width = kind === 3 ? 4 : kind
      const offset = readLittleEndian(body, at, width) + (kind === 1 ? (tag >> 5) * 256 : 0)
      at += width
      if (offset === 0 || offset > to || to + size > length) throw damaged('copies from outside of what it holds')
      if (offset >= size && size > 32) out.copyWithin(to, to - offset, to - offset + size)
      else for (let index = 0; index < size; index++) out[to + index] = out[to - offset + index]!
      to += size
    }
  }
  if (to !== length) throw damaged('is shorter than it announces')
  return out
}

/** Compressed on its own; copies reach no further back. */
const BLOCK_BYTES = 65_536
const TABLE_BITS = 13

/** The parts of a compressed block, one after the other: each is the work of less than a millisecond. */
export function* snappyParts(bytes: Uint8Array): Generator<Uint8Array> {
  const preamble: number[] = []
  let rest = bytes.length
  for (; rest > 127; rest = Math.floor(rest / 128)) preamble.push((rest & 127) | 128)
  yield Uint8Array.from([...preamble, rest])
  const table = new Uint16Array(1 << TABLE_BITS)
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    table.fill(0)
    yield compressBlock(bytes.subarray(at, at + BLOCK_BYTES), table)
  }
}

export function compressSnappy(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Buffer.concat([...snappyParts(bytes)])
}

/** Takes the last place with the same hash of four bytes for a copy, and steps faster where there is none. */
function compressBlock(bytes: Uint8Array, table: Uint16Array): Uint8Array {
  const out = new Uint8Array(bytes.length + Math.ceil(bytes.length / 60) + 16)
  let to = 0
  let pending = 0
  let at = 1
  while (at + 4 <= bytes.length) {
    const word = wordAt(bytes, at)
    const slot = Math.imul(word, 0x1e35a7bd) >>> (32 - TABLE_BITS)
    const candidate = table[slot]!
    table[slot] = at
    if (wordAt(bytes, candidate) !== word) {
      at += 1 + ((at - pending) >> 5)
      continue
    }
    to = writeLiteral(out, to, bytes, pending, at)
    const start = at
    at += 4
    while (at < bytes.length && bytes[at] === bytes[at - start + candidate]) at++
    to = writeCopies(out, to, start - candidate, at - start)
    pending = at
  }
  return out.subarray(0, writeLiteral(out, to, bytes, pending, bytes.length))
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
}

function writeLiteral(out: Uint8Array, start: number, bytes: Uint8Array, from: number, end: number): number {
  if (from === end) return start
  const last = end - from - 1
  let to = start
  if (last < 60) out[to++] = last << 2
  else {
    out[to++] = 61 << 2
    out[to++] = last & 255
    out[to++] = last >> 8
  }
  out.set(bytes.subarray(from, end), to)
  return to + end - from
}

function writeCopies(out: Uint8Array, start: number, offset: number, length: number): number {
  let to = start
  for (let rest = length; rest > 0; ) {
    const size = Math.min(rest, 64)
    out[to++] = ((size - 1) << 2) | 2
    out[to++] = offset & 255
    out[to++] = offset >> 8
    rest -= size
  }
  return to
}

function readPreamble(body: Uint8Array): { length: number; start: number } {
  let length = 0
  for (let at = 0; at < 5; at++) {
    const byte = body[at]
    if (byte === undefined) break
    length += (byte & 127) * 128 ** at
    if (byte < 128) return { length, start: at + 1 }
  }
  throw damaged('has no length')
}

function readLittleEndian(body: Uint8Array, at: number, width: number): number {
  if (at + width > body.length) throw damaged('ends in the middle of an element')
  let value = body[at]!
  for (let byte = 1; byte < width; byte++) value += body[at + byte]! * 256 ** byte
  return value
}

function damaged(what: string): DamagedError {
  return new DamagedError(`is no valid snappy: it ${what}`)
}
