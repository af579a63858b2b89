/** The largest of what was noted in the last `spanMs`, and at most as long before; 0 where nothing was. */
export interface RecentMax {
  note(value: number, now: number): void
  get(now: number): number
}

export function createRecentMax(spanMs: number): RecentMax {
  let largest = 0
  let largestBefore = 0
  let began = Number.NEGATIVE_INFINITY
  const turn = (now: number): void => {
    if (now - began < spanMs) return
    largestBefore = now - began < 2 * spanMs ? largest : 0
    largest = 0
    began = now
  }
  return {
    note(value, now) {
      turn(now)
      largest = Math.max(largest, value)
    },
    get(now) {
      turn(now)
      return Math.max(largest, largestBefore)
    },
  }
}
