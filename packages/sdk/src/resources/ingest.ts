import type { CallOptions } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { IngestResult } from '../types.ts'

/** How the samples of a batch are written: JSON, a JSON object a line, or the table of an uploaded file. */
export type PointsFormat = 'application/json' | 'application/x-ndjson' | 'text/csv'

/** How the log lines of a batch are written: JSON, a JSON object a line, or a line of text each. */
export type LogsFormat = 'application/json' | 'application/x-ndjson' | 'text/plain'

/** Sends data to a project, with the secret of an ingest key as the client's `token`. */
export interface Ingest {
  /**
   * Stores samples. They are on the disk when this resolves; what was left out is in `rejects`. To send a batch again changes
   * nothing, so a failed call may be repeated.
   */
  points(batch: string | Uint8Array, format: PointsFormat, options?: CallOptions): Promise<IngestResult>
  /** The same for log lines. A line without a time of its own has that of its arrival, and is stored again where it is sent again. */
  logs(batch: string | Uint8Array, format: LogsFormat, options?: CallOptions): Promise<IngestResult>
}

/** The sending operations of a client. */
export function ingest({ client, unwrap }: Transport): Ingest {
  return {
    points: (batch, format, options) =>
      unwrap(
        client.POST('/ingest/points', {
          body: batch as string,
          bodySerializer: (body) => body,
          headers: { 'Content-Type': format },
          ...options,
        }),
      ),
    logs: (batch, format, options) =>
      unwrap(
        client.POST('/ingest/logs', {
          body: batch as string,
          bodySerializer: (body) => body,
          headers: { 'Content-Type': format },
          ...options,
        }),
      ),
  }
}
