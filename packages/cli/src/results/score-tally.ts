import type { StreamPoint } from '@omen/engine'
import type { LeftOutColumn } from '@omen/engine/series'

/** A row whose score is an alarm, or close to one. */
export interface HighScoreRow extends Pick<StreamPoint, 'val' | 'reason' | 'trust'> {
  /** As written in the input. */
  timestamp: string
  series: string
  value: number
  /** As written to the output. */
  score: number
}

/** A row that could not be read; lines and columns count from 1, column 0 is the whole line. */
export interface UnreadRow {
  line: number
  column: number
  reason: string
}

/** Counts made while a table is scored. */
export interface ScoreTally {
  series: number
  /** Columns that are no series, such as one of text. */
  leftOut?: LeftOutColumn[]
  /** Rows of the table, which may hold several series. */
  rows: number
  /** Rows that could not be read, and the first of them. */
  unread: number
  firstUnread: UnreadRow | undefined
  /** Cells without a number, in rows that could be read, and how many of them hold something else. */
  gaps: number
  notNumbers: number
  /** Rows whose time is not after the last one that the detectors had seen before this run. */
  repeated: number
  /** Scores of at least 0.5. */
  alarms: number
  /** The highest score of all. */
  highest: number
  /** The rows with the highest scores, the highest first, ten at most. */
  strongest: HighScoreRow[]
}
