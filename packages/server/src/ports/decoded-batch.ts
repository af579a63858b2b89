import type { SeriesKey } from '@omen/engine'
import type { IngestResult, MetricType } from '../schema/wire-types.ts'

/** A series as its sender describes it. */
export interface LiveSeries extends SeriesKey {
  readonly unit?: string
  readonly type?: MetricType
  /** As sent, where the protocol has labels. */
  readonly labels?: Readonly<Record<string, string>>
}

/** Points of a batch; the three columns have the same length. Times are epoch milliseconds. */
export interface PointBatch {
  /** Distinct series. */
  readonly series: readonly LiveSeries[]
  /** Index into `series`. */
  readonly index: Uint32Array
  readonly times: Float64Array
  /** NaN where the sender says that there is no value. */
  readonly values: Float64Array
}

/** Points or lines that were left out for the same reason, with the first case. */
export type IngestReject = IngestResult['rejects'][number]

/** A body as decoded, whatever the protocol. */
export type DecodedBatch =
  | {
      readonly kind: 'points'
      readonly points: PointBatch
      readonly rejects: readonly IngestReject[]
      readonly notes: readonly string[]
    }
  /** The whole body cannot be used. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly line?: number }
  | { readonly kind: 'tooLarge'; readonly maxBytes: number }

/** Names of the decoders in `protocols/`. */
export type ProtocolName = 'jsonPoints' | 'ndjsonPoints' | 'csvPoints'

export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd'

export interface DecodeTask {
  readonly protocol: ProtocolName
  readonly body: Uint8Array<ArrayBuffer>
  readonly encoding: ContentEncoding
  /** After decompression. */
  readonly maxBytes: number
}
