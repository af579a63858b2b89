import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import type { ContentEncoding } from '../ports/decoded-batch.ts'
import type { UnusableBody } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { DamagedError, TooLargeError, TooManyError } from './decompress-errors.ts'
import { uncompressSnappy } from './snappy.ts'

interface Body {
  readonly body: Uint8Array
  readonly encoding: ContentEncoding
  readonly maxBytes: number
  readonly count: BatchCount
  /** Lines of text for each line or sample; undefined for a body that is not made of lines. */
  readonly linesPerItem: number | undefined
}

/** Decompresses a body for `decode`; says what is wrong with one that cannot be used as a whole. */
export async function decodeBody<T>(
  { body, encoding, maxBytes, count, linesPerItem }: Body,
  decode: (body: Uint8Array) => T,
): Promise<T | UnusableBody> {
  try {
    const check = (piece: Uint8Array): void => {
      if (linesPerItem !== undefined) count.addText(piece, linesPerItem)
    }
    return decode(await decompress(body, encoding, maxBytes, check))
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge', maxBytes }
    if (error instanceof TooManyError) return { kind: 'tooMany', what: error.what, max: error.max }
    if (error instanceof DamagedError) return { kind: 'unreadable', message: error.message }
    throw error
  }
}

const decompressors = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const

/**
 * The body without its compression. `check` is given each piece, and stops it by throwing. Pieces of `maxBytes` are held at most, and as much
 * again while they are joined.
 */
async function decompress(
  body: Uint8Array,
  encoding: ContentEncoding,
  maxBytes: number,
  check: (piece: Uint8Array) => void,
): Promise<Uint8Array> {
  if (encoding === 'identity' || encoding === 'snappy') {
    const whole = encoding === 'snappy' ? uncompressSnappy(body, maxBytes) : requireWithin(body, maxBytes)
    check(whole)
    return whole
  }
  try {
    return await inflate(body, encoding, maxBytes, check)
  } catch (error) {
    if (error instanceof TooLargeError || error instanceof TooManyError) throw error
    throw new DamagedError(`is no valid ${encoding}: ${(error as Error).message}`)
  }
}

async function inflate(
  body: Uint8Array,
  encoding: keyof typeof decompressors,
  maxBytes: number,
  check: (piece: Uint8Array) => void,
): Promise<Uint8Array> {
  const stream = decompressors[encoding]()
  stream.end(body)
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    length += piece.length
    if (length > maxBytes) throw new TooLargeError()
    check(piece)
    pieces.push(piece)
  }
  return Buffer.concat(pieces, length)
}

function requireWithin(body: Uint8Array, maxBytes: number): Uint8Array {
  if (body.length > maxBytes) throw new TooLargeError()
  return body
}
