import type { HighScoreRow, ScoreTally } from '../results/score-tally.ts'

/** The default alarm threshold. */
const ALARM_SCORE = 0.5
const LISTED = 10

/** An empty tally. */
export function createScoreTally(): ScoreTally {
  return {
    series: 0,
    rows: 0,
    unread: 0,
    firstUnread: undefined,
    gaps: 0,
    notNumbers: 0,
    repeated: 0,
    alarms: 0,
    highest: 0,
    strongest: [],
  }
}

/** Counts a score; a high one is inserted into the list of the strongest rows. */
export function countScore(tally: ScoreTally, score: number, row: () => HighScoreRow): void {
  if (score >= ALARM_SCORE) tally.alarms++
  if (score > tally.highest) tally.highest = score
  const { strongest } = tally
  if (score === 0 || (strongest.length === LISTED && score <= strongest.at(-1)!.score)) return
  const index = strongest.findIndex((other) => score > other.score)
  strongest.splice(index < 0 ? strongest.length : index, 0, row())
  if (strongest.length > LISTED) strongest.pop()
}
