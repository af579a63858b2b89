/** How long a row is waited for after its end: as long as its samples usually take to arrive, within bounds. */
export interface RowWait {
  /** Notes that samples of a row have arrived so many milliseconds after its end. */
  note(lateMs: number, now: number): void
  ms(stepMs: number, now: number): number
}

/** A tenth of a step, within these bounds, is waited for samples that were punctual so far. */
const leastMs = 200
const mostMs = 5000
const marginMs = 100
/** The latest sample of this time, and of that before, counts. */
const spanMs = 60_000

/** Samples that are later than `mostMs` are not waited for: rows are scored again for them. */
export function createRowWait(): RowWait {
  let latest = 0
  let latestBefore = 0
  let began = Number.NEGATIVE_INFINITY
  const turn = (now: number): void => {
    if (now - began < spanMs) return
    latestBefore = now - began < 2 * spanMs ? latest : 0
    latest = 0
    began = now
  }
  return {
    note(lateMs, now) {
      turn(now)
      if (lateMs + marginMs <= mostMs) latest = Math.max(latest, lateMs)
    },
    ms(stepMs, now) {
      turn(now)
      const usual = Math.max(leastMs, Math.min(mostMs, stepMs / 10))
      const late = Math.max(latest, latestBefore)
      return late > 0 ? Math.max(usual, late + marginMs) : usual
    },
  }
}
