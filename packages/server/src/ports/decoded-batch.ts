import type { SeriesKey } from '@omen/engine'
import type { IngestResult, MetricType } from '../schema/wire-types.ts'
import type { SeriesTable } from './series-table.ts'

/** A series as its sender describes it. */
export interface LiveSeries extends SeriesKey {
  readonly unit?: string
  readonly type?: MetricType
  /** As sent, where the protocol has labels. */
  readonly labels?: Readonly<Record<string, string>>
  /** Only where the name does not say all that identifies the series. */
  readonly identity?: SeriesIdentity
}

export type SeriesName = Pick<LiveSeries, 'id' | 'metric' | 'labels'>

/** Identifies a series apart from its name. */
export interface SeriesIdentity {
  /** A hash of everything that identifies the series. */
  readonly hash: string
  /** The name that the series had before all attributes were kept: a series stored under it continues. */
  readonly formerId: string
  /** How it is named if another series has its name: the first of these that is free. */
  readonly otherwise: readonly SeriesName[]
}

/** Points of a batch; the columns `series`, `times` and `values` have the same length. Times are epoch milliseconds. */
export interface PointBatch {
  /** The number of a series that is known; below 0, `-1 - index` into `unknown`. */
  readonly series: Int32Array
  /** Distinct series that are not in the table of known ones. */
  readonly unknown: readonly LiveSeries[]
  /** Four words for each of them: by what the table is to find it. */
  readonly hashes: Uint32Array
  readonly times: Float64Array
  /** NaN where the sender says that there is no value or gives no finite number; `seriesEnd` where it says that the series ends. */
  readonly values: Float64Array
}

/** Points or lines that were left out for the same reason, with the first case. */
export type IngestReject = IngestResult['rejects'][number]

/** Of all series of a metric, whatever their labels. */
export interface MetricMetadata {
  readonly metric: string
  readonly type: MetricType | null
  readonly unit: string | null
}

/** A body as decoded, whatever the protocol. */
export type DecodedBatch =
  | {
      readonly kind: 'points'
      readonly points: PointBatch
      readonly rejects: readonly IngestReject[]
      readonly notes: readonly string[]
      /** Of metrics, where the protocol sends it apart from samples. */
      readonly metadata?: readonly MetricMetadata[]
    }
  /** The whole body cannot be used. */
  | { readonly kind: 'unreadable'; readonly message: string; readonly line?: number }
  | { readonly kind: 'tooLarge'; readonly maxBytes: number }
  | { readonly kind: 'tooMany'; readonly what: TooManyOf; readonly max: number }
  /** Decoding was stopped: it took longer, or more memory, than one batch may. */
  | { readonly kind: 'tooCostly'; readonly message: string }

/**
 * Counts of a batch that are limited; text lines are those of a body that samples are read from, and bytes those of log lines with what is
 * stored beside each of them.
 */
export type TooManyOf = 'lines' | 'textLines' | 'samples' | 'values' | 'bytes'

/** Names of the decoders in `protocols/`. */
export type ProtocolName =
  | 'jsonPoints'
  | 'ndjsonPoints'
  | 'csvPoints'
  | 'remoteWrite'
  | 'remoteWrite2'
  | `influx_${InfluxPrecision}`
  | 'otlpMetrics'
  | 'otlpJsonMetrics'

/** The unit of the times of a body. */
export type InfluxPrecision = 'ns' | 'us' | 'ms' | 's' | 'm' | 'h'

export type ContentEncoding = 'identity' | 'gzip' | 'deflate' | 'br' | 'zstd' | 'snappy'

export interface DecodeTask {
  readonly protocol: ProtocolName
  readonly body: Uint8Array<ArrayBuffer>
  readonly encoding: ContentEncoding
  /** After decompression. */
  readonly maxBytes: number
  /** Samples. */
  readonly maxItems: number
  /** After this the thread is ended. */
  readonly maxMs: number
  /** Series of the source that are reported by their numbers alone. */
  readonly known: SeriesTable
  /** Epoch milliseconds: the time of samples that have none. */
  readonly receivedAt: number
}
