import type { StreamPoint } from '@omen/engine'

/** A row whose score is an alarm, or would be the nearest to one. */
export interface StrangeRow extends Pick<StreamPoint, 'val' | 'reason' | 'trust'> {
  /** As it stood in the file. */
  timestamp: string
  series: string
  value: number
  /** As it was written. */
  score: number
}

/** A row that could not be read; lines count from 1. */
export interface UnreadRow {
  line: number
  reason: string
}

/** What was seen while a table was scored. */
export interface ScoreTally {
  series: number
  /** Rows of the table, which may hold several series. */
  rows: number
  /** Rows of which nothing could be used, and the first of them. */
  unread: number
  firstUnread: UnreadRow | undefined
  /** Cells without a number, in rows that could be read, and how many of them hold something else. */
  gaps: number
  notNumbers: number
  /** Rows whose time is not after the end of what the detectors had seen before this run. */
  repeated: number
  /** Scores of at least 0.5. */
  alarms: number
  /** The highest score of all. */
  highest: number
  /** The rows with the highest scores, the highest first, ten at most. */
  strongest: StrangeRow[]
}

/** The score that is an alarm as shipped. */
const alarmScore = 0.5
const listed = 10

/** A tally of nothing. */
export function createScoreTally(): ScoreTally {
  return {
    ...{ series: 0, rows: 0, unread: 0, firstUnread: undefined, gaps: 0, notNumbers: 0, repeated: 0 },
    ...{ alarms: 0, highest: 0, strongest: [] },
  }
}

/** Counts a score; one beyond those that are listed takes its place among them. */
export function countScore(tally: ScoreTally, score: number, row: () => StrangeRow): void {
  if (score >= alarmScore) tally.alarms++
  if (score > tally.highest) tally.highest = score
  const { strongest } = tally
  if (score === 0 || (strongest.length === listed && score <= strongest.at(-1)!.score)) return
  const place = strongest.findIndex((other) => score > other.score)
  strongest.splice(place < 0 ? strongest.length : place, 0, row())
  if (strongest.length > listed) strongest.pop()
}
