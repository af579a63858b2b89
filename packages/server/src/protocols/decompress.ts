import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import type { ContentEncoding } from '../ports/decoded-batch.ts'
import { DamagedError, TooLargeError } from './decompress-errors.ts'
import { uncompressSnappy } from './snappy.ts'

/** The body without its compression; never holds more than `maxBytes` of it. */
export function decompress(body: Uint8Array, encoding: ContentEncoding, maxBytes: number): Uint8Array {
  if (encoding === 'identity') return requireWithin(body, maxBytes)
  if (encoding === 'snappy') return uncompressSnappy(body, maxBytes)
  try {
    return inflate(body, encoding, maxBytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new TooLargeError()
    throw new DamagedError(`is no valid ${encoding}: ${(error as Error).message}`)
  }
}

function inflate(
  body: Uint8Array,
  encoding: Exclude<ContentEncoding, 'identity' | 'snappy'>,
  maxOutputLength: number,
): Uint8Array {
  switch (encoding) {
    case 'gzip':
      return gunzipSync(body, { maxOutputLength })
    case 'deflate':
      return inflateSync(body, { maxOutputLength })
    case 'br':
      return brotliDecompressSync(body, { maxOutputLength })
    case 'zstd':
      return zstdDecompressSync(body, { maxOutputLength })
  }
}

function requireWithin(body: Uint8Array, maxBytes: number): Uint8Array {
  if (body.length > maxBytes) throw new TooLargeError()
  return body
}
