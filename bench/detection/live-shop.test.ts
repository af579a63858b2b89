import { expect, it } from 'vitest'
import { faultyShop, quietShop } from './live-world/watch-shop.ts'

const MINUTE = 60_000

it('finds nothing in a shop in which nothing goes wrong, once it has seen a day of it', () => {
  const [, ...days] = quietShop({ stepMs: MINUTE, days: 12, seed: 7070 })
  expect(days).toEqual(new Array(11).fill(0))
})

it('finds each fault within five samples, with what led to it, and its end', () => {
  const faults = faultyShop({ stepMs: MINUTE, days: 9, seed: 7070, runs: 1 })
  expect(faults.map(({ kind, isRight, reported }) => [kind, isRight, reported <= 300])).toEqual(
    faults.map(({ kind }) => [kind, true, true]),
  )
  expect(faults.filter(({ over }) => !(over <= 900))).toEqual([])
})
