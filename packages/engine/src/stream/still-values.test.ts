import { expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { createStreamDetector, restoreStreamDetector } from './stream-detector.ts'

const MINUTE = 60_000
const DAY_ROWS = 1440

/** The rows at which a detector gives an alarm in noise around 22 that stands still for so many rows from each of some rows on; it is restored at `restoredAt`. */
function alarms(rows: number, still: readonly number[], { length = 200, digits = 2, restoredAt = -1 } = {}): number[] {
  const random = createRandom(12)
  let detector = createStreamDetector()
  let value = 22
  const found: number[] = []
  for (let row = 0; row < rows; row++) {
    const noisy = Number((22 + 0.5 * normal(random)).toFixed(digits))
    if (!still.some((from) => row > from && row < from + length)) value = noisy
    if (row === restoredAt) detector = restoreStreamDetector(detector.save())
    if (detector.push(row * MINUTE, value).score >= 0.5) found.push(row)
  }
  return found
}

it('gives an alarm of a value that stands still, at its eighth row', () => {
  const from = 3 * DAY_ROWS
  expect(alarms(from + 20, [from])).toEqual([from + 7])
  expect(alarms(from + 20, [from], { restoredAt: from + 4 })).toEqual([from + 7])
})

it('gives none on the first day, and none of what comes again and again', () => {
  expect(alarms(DAY_ROWS, [600])).toEqual([])
  const nightly = [2, 3, 4, 5].map((day) => day * DAY_ROWS)
  expect(alarms(6 * DAY_ROWS, nightly).filter((row) => row > 3.5 * DAY_ROWS)).toEqual([])
})

it('needs more of values that often repeat', () => {
  const from = 3 * DAY_ROWS
  expect(alarms(from + 300, [from], { digits: 0, length: 9 })).toEqual([])
  expect(alarms(from + 60, [from], { digits: 0 })[0]).toBeGreaterThan(from + 10)
})
