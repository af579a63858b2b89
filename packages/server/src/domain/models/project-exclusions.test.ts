import { expect, it } from 'vitest'
import { exclusionsOf, type FoundInterval } from './project-exclusions.ts'

const SPAN = { from: 0, to: 900 }
const found = (start: number, end: number, given: Partial<FoundInterval> = {}): FoundInterval => ({
  start,
  end,
  isNewNormal: false,
  verdict: null,
  lead: '0 1',
  ...given,
})

it('leaves out what was found, cut to the time trained on, but not a new normal', () => {
  const all = [found(-50, 20), found(100, 120), found(300, 900, { isNewNormal: true })]
  expect(exclusionsOf(all, SPAN)).toEqual([
    { start: 0, end: 20 },
    { start: 100, end: 120 },
  ])
})

it('learns a false alarm, and what is unsure not', () => {
  const all = [found(100, 120, { verdict: 'false' }), found(200, 210, { verdict: 'unsure' })]
  expect(exclusionsOf(all, SPAN)).toEqual([{ start: 200, end: 210 }])
})

it('leaves out a third at most of what nobody confirmed, the most severe first, and all that was confirmed', () => {
  const all = [found(0, 200), found(200, 400), found(400, 650, { verdict: 'true' }), found(700, 730)]
  expect(exclusionsOf(all, SPAN)).toEqual([{ start: 400, end: 650 }])
  expect(exclusionsOf([found(0, 200), found(700, 730), found(400, 430, { verdict: 'true' })], SPAN)).toEqual([
    { start: 400, end: 430 },
    { start: 0, end: 200 },
    { start: 700, end: 730 },
  ])
  const confirmed = all.map((one) => ({ ...one, isNewNormal: true, verdict: 'true' as const }))
  expect(exclusionsOf(confirmed, SPAN)).toHaveLength(4)
})

it('learns what comes at the same time of day, or of the week, on the same side of the same series', () => {
  const hour = 3_600_000
  const day = 24 * hour
  const fortnight = { from: 0, to: 14 * day }
  const job = (at: number, given: Partial<FoundInterval> = {}) => found(at, at + hour / 2, given)
  const excluded = (all: readonly FoundInterval[]) => exclusionsOf(all, fortnight).map(({ start }) => start / hour)
  expect(excluded([job(29 * hour), job(53.2 * hour), job(77 * hour)])).toEqual([])
  expect(excluded([job(29 * hour), job(29 * hour + 7 * day)])).toEqual([])
  expect(excluded([job(29 * hour), job(56 * hour)])).toEqual([29, 56])
  expect(excluded([job(29 * hour), job(29 * hour + 2 * day)])).toEqual([29, 77])
  expect(excluded([job(29 * hour), job(53 * hour, { lead: '0 -1' })])).toEqual([29, 53])
  expect(excluded([job(29 * hour), job(53 * hour, { verdict: 'true' })])).toEqual([53, 29])
})
