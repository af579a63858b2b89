import { createRecentMax } from './recent-max.ts'

/** How long a row is waited for after its end: as long as its samples usually take to arrive, within bounds. */
export interface RowWait {
  /** Notes that samples of a row have arrived so many milliseconds after its end. */
  note(lateMs: number, now: number): void
  ms(stepMs: number, now: number): number
}

/** A tenth of a step, within these bounds, is waited for samples that were punctual so far. */
const minMs = 200
const maxMs = 5000
const marginMs = 100
const spanMs = 60_000

/** Samples that are later than `maxMs` are not waited for: rows are scored again for them. */
export function createRowWait(): RowWait {
  const latest = createRecentMax(spanMs)
  return {
    note(lateMs, now) {
      if (lateMs + marginMs <= maxMs) latest.note(lateMs, now)
    },
    ms(stepMs, now) {
      const usual = Math.max(minMs, Math.min(maxMs, stepMs / 10))
      const late = latest.get(now)
      return late > 0 ? Math.max(usual, late + marginMs) : usual
    },
  }
}
