import type { DecodedBatch, DecodeTask } from './decoded-batch.ts'
import type { DecodedLogs, LogDecodeTask } from './decoded-logs.ts'

/** Decodes bodies of the ways in off the event loop. `body` is handed over: the caller may not use it any more. */
export interface Decoder {
  decode(task: DecodeTask): Promise<DecodedBatch>
  decodeLogs(task: LogDecodeTask): Promise<DecodedLogs>
  close(): Promise<void>
}
