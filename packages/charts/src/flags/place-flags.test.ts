import { expect, it } from 'vitest'
import { FLAG_WIDTH, flagsAt, placeFlags } from './place-flags.ts'

const DOMAIN = { from: 0, to: 1000 }
const flag = (at: number) => ({ id: `at ${at}`, at })
const timesOf = (flags: readonly { at: number }[]) => flags.map(({ at }) => at)

it('orders flags by time and joins those that would touch', () => {
  const placed = placeFlags([flag(500), flag(10), flag(10 + FLAG_WIDTH - 1)], DOMAIN, (t) => t)
  expect(placed.map(({ x, flags }) => [x, timesOf(flags)])).toEqual([
    [10, [10, 10 + FLAG_WIDTH - 1]],
    [500, [500]],
  ])
})
it('leaves out what is not in the time shown, and has its first and last moment', () => {
  const placed = placeFlags([flag(-1), flag(0), flag(1000), flag(1001)], DOMAIN, (t) => t)
  expect(placed.flatMap(({ flags }) => timesOf(flags))).toEqual([0, 1000])
})
it('finds the flags at a place', () => {
  const placed = placeFlags([flag(100), flag(400)], DOMAIN, (t) => t)
  expect([99, 100 + FLAG_WIDTH, 250, 401].map((x) => timesOf(flagsAt(placed, x)))).toEqual([[100], [100], [], [400]])
})
