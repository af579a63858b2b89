/** How far the samples of a project have come, and whether samples of the past are arriving. */
export interface DataFrontier {
  /** Time of the newest sample; -Infinity before the first. */
  readonly newest: number
  /** Notes what has arrived: the times of its first and its last sample. One older than the newest by more than `lateMs` is not late, but of the past. */
  note(arrived: { readonly from: number; readonly to: number }, { lateMs, now }: { lateMs: number; now: number }): void
  /**
   * Until when the row of the newest sample and those after it are left unscored: while a sender delivers the past in the order of time, what comes after its
   * newest sample is under way. A row this much later than its end is of the past. -Infinity where nothing is waited for.
   */
  heldUntil(stepMs: number, behindMs?: number): number
  /** Until when samples that were delivered out of order are left unscored: all of them are scored at once, if they come to an end soon. */
  unsettledUntil(): number
  /** All samples so far are being scored. */
  settle(): void
}

/** A sample this much later than the end of its row is not live: no row is waited for as long. */
const liveMs = 5000
/** The next batch of the past comes within this time. */
const pauseMs = 10_000
/** Batches that do not come to an end are scored this often. */
const mostUnsettledMs = 60_000

export function createDataFrontier(): DataFrontier {
  let newest = Number.NEGATIVE_INFINITY
  let advancedAt = Number.NEGATIVE_INFINITY
  let backDatedSince = Number.NaN
  let backDatedAt = Number.NEGATIVE_INFINITY
  return {
    get newest() {
      return newest
    },
    note({ from, to }, { lateMs, now }) {
      if (from < newest - lateMs) {
        backDatedAt = now
        if (Number.isNaN(backDatedSince)) backDatedSince = now
      }
      if (to <= newest) return
      newest = to
      advancedAt = now
    },
    heldUntil(step, behindMs = liveMs) {
      const isBehind = advancedAt - (Math.floor(newest / step) + 1) * step > behindMs
      return isBehind ? advancedAt + pauseMs : Number.NEGATIVE_INFINITY
    },
    unsettledUntil: () =>
      Number.isNaN(backDatedSince)
        ? Number.NEGATIVE_INFINITY
        : Math.min(backDatedAt + pauseMs, backDatedSince + mostUnsettledMs),
    settle() {
      backDatedSince = Number.NaN
    },
  }
}
