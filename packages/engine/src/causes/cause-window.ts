import { firstRowAt } from '../series/first-row-at.ts'
import type { Frame } from '../series/frame.ts'
import type { Interval } from '../series/parse-intervals.ts'

/** Rows `[fromRow, atRow)` tell what was usual, rows `[atRow, toRow)` what happened. */
export type CauseWindow = { fromRow: number; atRow: number; toRow: number }

/** How far off the reported start of an incident may be. */
const SLACK_MS = 60_000
/** The least of it in rows. */
const SLACK_ROWS = 2

/**
 * The rows before an incident and those of it. As its start is known only roughly, what is usual ends a minute and at
 * least two rows before it, and movement is looked for from there on.
 */
export function causeWindow(frame: Frame, incident: Interval, preMs: number): CauseWindow {
  const slackMs = Math.max(SLACK_MS, SLACK_ROWS * frame.stepMs)
  const from = incident.start - slackMs
  return {
    fromRow: firstRowAt(frame.times, from - preMs),
    atRow: firstRowAt(frame.times, from),
    toRow: firstRowAt(frame.times, incident.end + 1),
  }
}
