import { describe, expect, it } from 'vitest'
import { EXCEPTION_ROWS, oddSeries } from '../testing/odd-series.ts'
import { createStreamDetector } from './stream-detector.ts'

const ALARM = 0.5
/** The levels of the days before are of the former interval, or of the former clock, for so long. */
const SETTLING = 6 * 86_400_000
const MAX_PER_CHANGE = 3

describe.each(oddSeries)('the stream detector on $what', ({ times, values, exception, changes }) => {
  it('alarms at the exception, and otherwise only where the series changes for good', () => {
    const detector = createStreamDetector()
    const alarms: number[] = []
    for (const [row, value] of values.entries()) {
      const point = detector.push(times[row]!, value)
      expect(point.score >= 0 && point.score < 1).toBe(true)
      expect(point.probability > 0 && point.probability <= 1).toBe(true)
      expect(Number.isFinite(point.val)).toBe(true)
      if (point.score >= ALARM) alarms.push(row)
    }
    const isOfChange = (row: number): boolean =>
      changes.some((change) => row >= change && times[row]! <= times[change]! + SETTLING)
    const isOfException = (row: number): boolean => row >= exception && row < exception + EXCEPTION_ROWS
    expect(alarms).toContain(exception)
    expect(alarms.filter((row) => !isOfChange(row) && !isOfException(row))).toEqual([])
    expect(alarms.filter(isOfChange).length).toBeLessThanOrEqual(MAX_PER_CHANGE * changes.length)
  })
})
