import type { TextColumn } from './log-lines.ts'

/** Builds a column of texts. Bytes that were added are UTF-8. */
export interface TextColumnBuilder {
  add(text: string): void
  addBytes(bytes: Uint8Array): void
  build(): TextColumn
}

const FIRST_CAPACITY = 4096
/** UTF-8 bytes that a character of a JavaScript string can need. */
const BYTES_PER_UNIT = 3
const encoder = new TextEncoder()

export function createTextColumn(): TextColumnBuilder {
  let bytes = new Uint8Array(FIRST_CAPACITY)
  let ends = new Uint32Array(FIRST_CAPACITY / 16)
  let at = 0
  let count = 0

  const reserve = (more: number): void => {
    if (at + more <= bytes.length) return
    const wider = new Uint8Array(Math.max(2 * bytes.length, at + more))
    wider.set(bytes.subarray(0, at))
    bytes = wider
  }
  const writeLength = (length: number): void => {
    for (; length > 127; length >>>= 7) bytes[at++] = (length & 127) | 128
    bytes[at++] = length
  }
  const end = (): void => {
    if (count === ends.length) {
      const longer = new Uint32Array(2 * ends.length)
      longer.set(ends)
      ends = longer
    }
    ends[count++] = at
  }
  return {
    add(text) {
      reserve(BYTES_PER_UNIT * text.length + 5)
      // Most texts are so short that their length takes one byte; others are moved
      const { written } = encoder.encodeInto(text, bytes.subarray(at + 1))
      if (written > 127) bytes.copyWithin(at + lengthBytes(written), at + 1, at + 1 + written)
      writeLength(written)
      at += written
      end()
    },
    addBytes(added) {
      reserve(added.length + 5)
      writeLength(added.length)
      bytes.set(added, at)
      at += added.length
      end()
    },
    build: () => ({ bytes: bytes.slice(0, at), ends: ends.slice(0, count) }),
  }
}

function lengthBytes(length: number): number {
  return Math.max(1, Math.ceil((32 - Math.clz32(length)) / 7))
}
