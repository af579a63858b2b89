import { expect, it } from 'vitest'
import { placeInBars } from './place-in-bars.ts'

const hour = 3_600_000
/** The second one is a day on which clocks are put back. */
const slots = [
  { start: 0, end: 24 * hour },
  { start: 24 * hour, end: 49 * hour },
]

it('is a share of the bar that a moment lies in, however long that is', () => {
  expect(placeInBars(slots, 0)).toBe(0)
  expect(placeInBars(slots, 12 * hour)).toBe(0.5)
  expect(placeInBars(slots, 36.5 * hour)).toBe(1.5)
})

it('is nowhere before the first bar and from the end of the last one on', () => {
  expect(placeInBars(slots, -1)).toBeUndefined()
  expect(placeInBars(slots, 49 * hour)).toBeUndefined()
  expect(placeInBars([], 0)).toBeUndefined()
})
