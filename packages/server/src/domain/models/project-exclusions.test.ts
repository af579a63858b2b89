import { expect, it } from 'vitest'
import { exclusionsOf, type FoundInterval } from './project-exclusions.ts'

const span = { from: 0, to: 900 }
const found = (start: number, end: number, given: Partial<FoundInterval> = {}): FoundInterval => ({
  ...{ start, end, isNewNormal: false, verdict: null },
  ...given,
})

it('leaves out what was found, cut to the time trained on, but not a new normal', () => {
  const all = [found(-50, 20), found(100, 120), found(300, 900, { isNewNormal: true })]
  expect(exclusionsOf(all, span)).toEqual([
    { start: 0, end: 20 },
    { start: 100, end: 120 },
  ])
})

it('learns a false alarm, and what is unsure not', () => {
  const all = [found(100, 120, { verdict: 'false' }), found(200, 210, { verdict: 'unsure' })]
  expect(exclusionsOf(all, span)).toEqual([{ start: 200, end: 210 }])
})

it('leaves out a third at most of what nobody confirmed, the most severe first, and all that was confirmed', () => {
  const all = [found(0, 200), found(200, 400), found(400, 650, { verdict: 'true' }), found(700, 730)]
  expect(exclusionsOf(all, span)).toEqual([{ start: 400, end: 650 }])
  expect(exclusionsOf([found(0, 200), found(700, 730), found(400, 430, { verdict: 'true' })], span)).toEqual([
    { start: 400, end: 430 },
    { start: 0, end: 200 },
    { start: 700, end: 730 },
  ])
  const confirmed = all.map((one) => ({ ...one, isNewNormal: true, verdict: 'true' as const }))
  expect(exclusionsOf(confirmed, span)).toHaveLength(4)
})
