import type { LiveFinding, LiveOptions, LiveSeriesKey } from '@omen/engine'
import type { LiveScoreRows, PointGrid } from './point-store.ts'

/** What rows brought; `series` numbers are places in the order in which the series were added. */
export interface LiveResult {
  readonly changed: LiveFinding[]
  /** Keys of findings that have become part of another. */
  readonly removed: string[]
  readonly scores: LiveScoreRows
  readonly trust: 'none' | 'low' | 'medium' | 'high'
}

/** The detector of one project, in a thread that keeps it. */
export interface LiveSession {
  /** Findings that may still change, as they stand in the state that the session began with. */
  readonly standing: LiveFinding[]
  readonly seriesCount: number
  addSeries(series: readonly LiveSeriesKey[]): Promise<void>
  /** Rows in the order of their times, with a column for each series. */
  push(rows: PointGrid): Promise<LiveResult>
  /** From which `open` goes on as if nothing had happened. */
  save(): Promise<Uint8Array>
  /** Ends the session; does nothing if it has already ended. */
  close(): Promise<void>
}

/** Scores live data in a thread of its own, so that it never waits behind a training. */
export interface LiveScorer {
  /** Rejects for a state of another version or of other options. */
  open(options: LiveOptions, state?: Uint8Array): Promise<LiveSession>
  close(): Promise<void>
}
