import { createRecentMax } from './recent-max.ts'

/** How long a row is waited for after its end: as long as its samples usually take to arrive, within bounds. */
export interface RowWait {
  /** Notes that samples of a row have arrived so many milliseconds after its end. */
  note(lateMs: number, now: number): void
  ms(stepMs: number, now: number): number
}

/** A tenth of a step, within these bounds, is waited for samples that were punctual so far. */
const MIN_MS = 200
const MAX_MS = 5000
const MARGIN_MS = 100
const SPAN_MS = 60_000

/** Samples that are later than `MAX_MS` are not waited for: rows are scored again for them. */
export function createRowWait(): RowWait {
  const latest = createRecentMax(SPAN_MS)
  return {
    note(lateMs, now) {
      if (lateMs + MARGIN_MS <= MAX_MS) latest.note(lateMs, now)
    },
    ms(stepMs, now) {
      const usual = Math.max(MIN_MS, Math.min(MAX_MS, stepMs / 10))
      const late = latest.get(now)
      return late > 0 ? Math.max(usual, late + MARGIN_MS) : usual
    },
  }
}
