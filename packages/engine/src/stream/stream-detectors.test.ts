import { expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { createStreamDetector, createStreamDetectors } from './stream-detector.ts'

it('gives each of many series what a detector of its own gives', () => {
  const random = createRandom(3)
  const shared = createStreamDetectors({ size: 'small' })
  const series = Array.from({ length: 3 }, () => ({
    state: shared.create(),
    own: createStreamDetector({ size: 'small' }),
  }))
  for (let row = 0; row < 400; row++)
    for (const [k, { state, own }] of series.entries()) {
      const value = 10 ** k * (50 + normal(random) + (row > 350 ? 20 : 0))
      const time = Date.UTC(2026, 0, 5) + row * 3_600_000
      expect(shared.open(state).push(time, value)).toEqual(own.push(time, value))
    }
})
