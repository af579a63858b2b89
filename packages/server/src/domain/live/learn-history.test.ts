import { describe, expect, it } from 'vitest'
import { nextStretch, type Stretch } from './learn-history.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const TO = Date.UTC(2026, 9, 19, 7, 0, 40)

/** All stretches of the history from `from` to `TO`. */
function stretchesFrom(from: number, intervalMs: number, seriesCount: number): Stretch[] {
  const stretches: Stretch[] = []
  for (let begun = from; begun < TO; begun = stretches.at(-1)!.to)
    stretches.push(nextStretch({ from: begun, to: TO }, intervalMs, seriesCount))
  return stretches
}

/** How long is read at each interval, in milliseconds. */
function spansOf(stretches: readonly Stretch[]): Record<number, number> {
  const spans: Record<number, number> = {}
  for (const { from, to, rowMs } of stretches) spans[rowMs] = (spans[rowMs] ?? 0) + to - from
  return spans
}

describe('the stretches of a history', () => {
  it('are a minute apart until the last half a million cells, which are read at the sampling interval', () => {
    const stretches = stretchesFrom(TO - 10 * DAY, 10 * SECOND, 100)
    const { [10 * SECOND]: fineMs, [MINUTE]: coarseMs } = spansOf(stretches)
    expect(fineMs! / (5000 * 10 * SECOND)).toBeCloseTo(1, 1)
    expect(fineMs! + coarseMs!).toBe(10 * DAY)
    expect(stretches.at(-1)!.rowMs).toBe(10 * SECOND)
  })

  it('lie on multiples of their interval, one after the other', () => {
    for (const intervalMs of [SECOND, 10 * SECOND, 40 * SECOND, MINUTE, 5 * MINUTE]) {
      const from = Math.floor((TO - 3 * DAY) / intervalMs) * intervalMs
      const stretches = stretchesFrom(from, intervalMs, 400)
      for (const [k, { from: begun, rowMs }] of stretches.entries()) {
        expect(begun % rowMs).toBe(0)
        expect(begun).toBe(stretches[k - 1]?.to ?? from)
      }
    }
  })

  it('have as many cells as another project can wait for, and a row at least', () => {
    for (const { from, to, rowMs } of stretchesFrom(TO - DAY, 10 * SECOND, 1000))
      expect(((to - from) / rowMs) * 1000).toBeLessThanOrEqual(150_000)
    const huge = nextStretch({ from: TO - DAY, to: TO }, 10 * SECOND, 1_000_000)
    expect(huge.to - huge.from).toBe(huge.rowMs)
  })

  it('are all at the sampling interval where that is a minute or more', () => {
    expect(Object.keys(spansOf(stretchesFrom(TO - 10 * DAY, MINUTE, 5000)))).toEqual([String(MINUTE)])
  })
})
