import type { BucketSpan, EncodedBlock, TimeSpan } from './point-store.ts'

/** Texts in one piece of memory, each as the number of its UTF-8 bytes (LEB128) and the bytes; text `k` ends at `ends[k]`. */
export interface TextColumn {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly ends: Uint32Array<ArrayBuffer>
}

/** Lines of a batch in the order in which they were sent; all columns have the same length. */
export interface LogColumns {
  /** Whole epoch milliseconds, 1970 to 2299. */
  readonly times: Float64Array
  /** The part of the time below a millisecond, in nanoseconds. */
  readonly nanos: Uint32Array
  /** Tells lines of one batch apart that are the same in all else, in the order in which they were sent. */
  readonly occurrences: Uint32Array
  /** As OpenTelemetry numbers them: 1-4 trace, 5-8 debug, 9-12 info, 13-16 warning, 17-20 error, 21-24 fatal; 0 unknown. */
  readonly severities: Uint8Array
  readonly instances: TextColumn
  readonly services: TextColumn
  readonly lines: TextColumn
  /** JSON objects; empty where a line has no attributes. */
  readonly attributes: TextColumn
}

/** Records of an uploaded file in its order: lines with those that continue them. */
export interface FileLines {
  /** Whole epoch milliseconds; numbers of lines where the file has no times. */
  readonly times: Float64Array
  /** Of the first line of each, from 1. */
  readonly numbers: Uint32Array
  readonly severities: Uint8Array
  /** 0 where the template was forgotten. */
  readonly templates: Uint32Array
  readonly instances: TextColumn
  readonly services: TextColumn
  readonly lines: TextColumn
  readonly attributes: TextColumn
}

export interface LogLine {
  readonly time: number
  readonly nanos: number
  readonly instance: string
  readonly service: string
  readonly severity: number
  /** 0 where the line was not parsed. */
  readonly template: number
  readonly line: string
  readonly attributes: string
}

export interface LogFilters {
  readonly instances?: readonly string[] | undefined
  readonly services?: readonly string[] | undefined
  readonly minSeverity?: number | undefined
  /** Lines that contain this text, by its case. */
  readonly contains?: string | undefined
}

/** `next` is where the following page begins; null where no line is left. */
export interface LogPage {
  readonly lines: readonly LogLine[]
  readonly next: string | null
}

/** Lines in the order of their times, for whoever analyses them; all columns have the same length. `next` as of a page. */
export interface LogBatch {
  readonly times: Float64Array
  readonly severities: Uint8Array
  /** Texts one after the other, each as the number of its UTF-8 bytes (LEB128) and the bytes. */
  readonly instances: Uint8Array
  readonly services: Uint8Array
  readonly lines: Uint8Array
  readonly next: string | null
}

/** Counts by instance and bucket; all columns have the same length. Buckets without a line are left out. */
export interface LogCounts {
  readonly instances: readonly string[]
  readonly bucket: Uint32Array
  readonly count: Uint32Array
}

/** `from` and `to` are the times of the first and the last line, null where there is none. */
export interface LogExtent {
  readonly lines: number
  readonly from: number | null
  readonly to: number | null
}

/** Log lines of sources that collect, and of uploaded files. */
export interface LogStore {
  /**
   * Stores lines; small batches of many senders become one synced insert. A line with the instance, service, time, text and
   * occurrence of one that is stored replaces it, so a repeated batch changes nothing. Rejects with `PointStoreBusyError`
   * where too many wait.
   */
  appendLogs(source: string, lines: LogColumns): Promise<void>
  /** In the order of their times, and of those with the same time as they were sent. `cursor` is `next` of the page before. */
  readLogs(source: string, span: TimeSpan, filters: LogFilters, limit: number, cursor?: string): Promise<LogPage>
  /**
   * Reads the lines without attributes, as columns that a thread can be given. A page may hold more rows than `limit` if they have one time, and
   * rows of one time that is on several pages are ordered within a page only.
   */
  readLogBatch(source: string, span: TimeSpan, limit: number, cursor?: string): Promise<LogBatch>
  /** The last lines of a span, the newest first. */
  readNewestLogs(source: string, span: TimeSpan, filters: LogFilters, limit: number): Promise<readonly LogLine[]>
  describeLogs(source: string): Promise<LogExtent>
  /** The instances that sent lines in a span, by name, up to `limit`; `total` counts all of them. */
  listLogInstances(source: string, span: TimeSpan, limit: number): Promise<{ names: string[]; total: number }>
  countLogs(source: string, span: BucketSpan, instances: readonly string[]): Promise<LogCounts>
  /** Deletes the lines before a time; the space is freed in the background. */
  deleteLogsBefore(source: string, time: number): Promise<void>
  /** Stores records of a file, as `encodeFileLines` gives them; the same ones again change nothing. */
  insertFileLines(source: string, block: EncodedBlock): Promise<void>
  /** Counts the stored records of a file by buckets, as `appendLogCounts` stores those of a project. */
  countFileLines(source: string, bucketMs: number): Promise<void>
}
