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

/** A valid block that is not made smaller: for answers to readers that insist on the format. */
export function wrapInSnappy(bytes: Uint8Array): Uint8Array {
  const maxLiteral = 65_536
  const literals = Math.ceil(bytes.length / maxLiteral)
  const preamble: number[] = []
  let rest = bytes.length
  for (; rest > 127; rest = Math.floor(rest / 128)) preamble.push((rest & 127) | 128)
  preamble.push(rest)
  const out = new Uint8Array(preamble.length + 3 * literals + bytes.length)
  out.set(preamble)
  let to = preamble.length
  for (let at = 0; at < bytes.length; at += maxLiteral) {
    const literal = bytes.subarray(at, at + maxLiteral)
    out.set([61 << 2, (literal.length - 1) & 255, (literal.length - 1) >> 8], to)
    out.set(literal, to + 3)
    to += 3 + literal.length
  }
  return out
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
