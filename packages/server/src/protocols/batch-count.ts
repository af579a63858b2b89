import { TooManyError } from './decompress-errors.ts'

/** Counts what a body holds while it is decoded, and throws `TooManyError` as soon as that is more than a batch may have. */
export interface BatchCount {
  /** A line or a sample. */
  addItem(): void
  /** Parts that lines and samples are described by: values of JSON, messages of protobuf, cells of CSV. */
  addValues(count: number): void
  /** Bytes of lines with all that is stored beside each of them. */
  addBytes(bytes: number): void
  /** A piece of a body that has `perItem` lines for each item at most. */
  addText(bytes: Uint8Array, perItem: number): void
}

export interface BatchLimits {
  readonly what: 'lines' | 'samples'
  readonly maxItems: number
  /** Bytes of the body after decompression. */
  readonly maxBytes: number
}

/** A body of 64 MiB with more parts than this a line would have less than eight bytes for each. */
const VALUES_PER_ITEM = 16
/** The labels of a Loki stream are written once, and stored with each of its lines. */
const MAX_REPETITION = 2
const LINE_FEED = 10

export function createBatchCount({ what, maxItems, maxBytes }: BatchLimits): BatchCount {
  const maxValues = VALUES_PER_ITEM * maxItems
  const maxTextBytes = MAX_REPETITION * maxBytes
  let items = 0
  let values = 0
  let textBytes = 0
  let lineFeeds = 0
  return {
    addItem() {
      if (++items > maxItems) throw new TooManyError(what, maxItems)
    },
    addValues(count) {
      values += count
      if (values > maxValues) throw new TooManyError('values', maxValues)
    },
    addBytes(bytes) {
      textBytes += bytes
      if (textBytes > maxTextBytes) throw new TooManyError('bytes', maxTextBytes)
    },
    addText(bytes, perItem) {
      // The last line may have no end, and CSV has a header
      const max = perItem * maxItems + 1
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
        if (++lineFeeds > max) throw new TooManyError(what === 'lines' ? what : 'textLines', maxItems)
    },
  }
}

/** For points and lines that the server has read by itself. */
export const uncounted: BatchCount = { addItem() {}, addValues() {}, addBytes() {}, addText() {} }
