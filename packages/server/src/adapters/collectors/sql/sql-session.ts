import type { CollectWindow } from '../../../ports/collector.ts'

export type ColumnKind = 'time' | 'number' | 'text' | 'other'

export interface SqlColumn {
  readonly name: string
  readonly kind: ColumnKind
}

/** Rows of a result, all values as texts; times in UTC. */
export interface SqlChunk {
  readonly columns: readonly SqlColumn[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A connection that reads only. */
export interface SqlSession {
  /** The result of a query with its bounds filled in, by at most so many rows at a time; a chunk at least. */
  read(query: string, window: CollectWindow, chunkRows: number): AsyncIterable<SqlChunk>
  /** Ends at once whatever it does. */
  close(): Promise<void>
}

export interface SqlDialect {
  /** Rejects with `CollectorError`; so does all that the session does. */
  open(signal: AbortSignal): Promise<SqlSession>
}

/** A database gives up on a statement after so long. */
export const STATEMENT_TIMEOUT_MS = 30_000
