/** When what has failed is tried again: after a pause that doubles with each failure in a row. */
export interface Pauses {
  fail(id: string): void
  isPausing(id: string): boolean
}

const firstMs = 1000
const lastMs = 60_000

/** What did not fail again for two of the longest pauses begins with the first one. */
export function createPauses(now: () => number): Pauses {
  const failed = new Map<string, { readonly pauseMs: number; readonly until: number }>()
  return {
    fail(id) {
      for (const [other, { until }] of failed) if (until < now() - 2 * lastMs) failed.delete(other)
      const pauseMs = Math.min(lastMs, 2 * (failed.get(id)?.pauseMs ?? firstMs / 2))
      failed.set(id, { pauseMs, until: now() + pauseMs })
    },
    isPausing: (id) => (failed.get(id)?.until ?? 0) > now(),
  }
}
