import type { ContentEncoding, DecodedBatch, IngestReject } from './decoded-batch.ts'
import type { LogColumns } from './log-lines.ts'

/** What became of one document of an Elasticsearch bulk body. */
export interface BulkItem {
  readonly action: string
  /** Undefined where the document names none. */
  readonly index?: string | undefined
  /** Its row among the lines; undefined where it was left out. */
  readonly row?: number
  readonly reason?: string
}

/** A body of log lines as decoded, whatever the protocol. */
export type DecodedLogs =
  | {
      readonly kind: 'logs'
      readonly logs: LogColumns
      readonly rejects: readonly IngestReject[]
      readonly notes: readonly string[]
      /** In their order, where the protocol answers one by one. */
      readonly items?: readonly BulkItem[]
    }
  | UnusableBody

export type UnusableBody = Exclude<DecodedBatch, { kind: 'points' }>

/** Names of the decoders in `protocols/`. */
export type LogProtocolName =
  | 'jsonLogs'
  | 'ndjsonLogs'
  | 'textLogs'
  | 'elasticBulk'
  | 'lokiPush'
  | 'lokiJson'
  | 'otlpLogs'
  | 'otlpJsonLogs'
  | 'syslog'

export interface LogDecodeTask {
  readonly protocol: LogProtocolName
  readonly body: Uint8Array<ArrayBuffer>
  readonly encoding: ContentEncoding
  /** After decompression. */
  readonly maxBytes: number
  /** Lines. */
  readonly maxItems: number
  /** After this the thread is ended. */
  readonly maxMs: number
  /** The time of lines that have none, epoch milliseconds. */
  readonly receivedAt: number
  /** Of lines that name none. */
  readonly instance?: string | undefined
  readonly service?: string | undefined
}
