import type { ContentEncoding } from '../ports/decoded-batch.ts'
import type { UnusableBody } from '../ports/decoded-logs.ts'
import { decompress } from './decompress.ts'
import { DamagedError, TooLargeError } from './decompress-errors.ts'

interface Body {
  readonly body: Uint8Array
  readonly encoding: ContentEncoding
  readonly maxBytes: number
}

/** Decompresses a body for `decode`; says what is wrong with one that cannot be used as a whole. */
export function decodeBody<T>({ body, encoding, maxBytes }: Body, decode: (body: Uint8Array) => T): T | UnusableBody {
  try {
    return decode(decompress(body, encoding, maxBytes))
  } catch (error) {
    if (error instanceof TooLargeError) return { kind: 'tooLarge', maxBytes }
    if (error instanceof DamagedError) return { kind: 'unreadable', message: error.message }
    throw error
  }
}
