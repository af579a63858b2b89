import { expect, it } from 'vitest'
import { placeInBars } from './place-in-bars.ts'

const HOUR = 3_600_000
/** The second one is a day on which clocks are put back. */
const SLOTS = [
  { start: 0, end: 24 * HOUR },
  { start: 24 * HOUR, end: 49 * HOUR },
]

it('is a share of the bar that a moment lies in, however long that is', () => {
  expect(placeInBars(SLOTS, 0)).toBe(0)
  expect(placeInBars(SLOTS, 12 * HOUR)).toBe(0.5)
  expect(placeInBars(SLOTS, 36.5 * HOUR)).toBe(1.5)
})

it('is nowhere before the first bar and from the end of the last one on', () => {
  expect(placeInBars(SLOTS, -1)).toBeUndefined()
  expect(placeInBars(SLOTS, 49 * HOUR)).toBeUndefined()
  expect(placeInBars([], 0)).toBeUndefined()
})
