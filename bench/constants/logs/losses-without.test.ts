import { expect, it } from 'vitest'
import { lossesWithout } from './losses-without.ts'

it('counts six shares of each set alike, and leaves out one set after another', () => {
  const full = { plain: { GA: 1, FGA: 1, PA: 1, FTA: 1 }, stressed: { GA: 1, FGA: 1 } }
  const half = { plain: { GA: 1, FGA: 1, PA: 0, FTA: 0 }, stressed: { GA: 1, FGA: 0 } }
  const losses = lossesWithout(new Map(Object.entries({ A: full, B: half, C: half })))
  expect(losses.loss).toBeCloseTo(1 / 3, 12)
  expect(losses['loss without A']).toBeCloseTo(1 / 2, 12)
  expect(losses['loss without B']).toBeCloseTo(1 / 4, 12)
})
