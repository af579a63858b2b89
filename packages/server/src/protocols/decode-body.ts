import type { ContentEncoding } from '../ports/decoded-batch.ts'
import type { UnusableBody } from '../ports/decoded-logs.ts'
import type { BatchCount } from './batch-count.ts'
import { decompress } from './decompress.ts'
import { DamagedError, TooLargeError, TooManyError } from './decompress-errors.ts'

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
