import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { beginsToMove, isTrending } from './is-trending.ts'

const random = createRandom(2)
const noise = (at: (row: number) => number) => Float64Array.from({ length: 200 }, (_, row) => at(row) + normal(random))

const level = (value: number) => noise(() => value)

describe('isTrending', () => {
  it('tells a rise that goes on through both windows', () => {
    expect(
      isTrending(
        noise((row) => row / 50),
        noise((row) => 4 + row / 50),
        4,
      ),
    ).toBe(true)
    expect(
      isTrending(
        noise((row) => -row / 50),
        noise((row) => -4 - row / 50),
        -4,
      ),
    ).toBe(true)
  })

  it('takes a step for none, nor a shift against the trend, nor one that is far larger', () => {
    expect(
      isTrending(
        noise(() => 0),
        noise(() => 4),
        4,
      ),
    ).toBe(false)
    expect(
      isTrending(
        noise((row) => -row / 50),
        noise((row) => 8 - row / 50),
        4,
      ),
    ).toBe(false)
    expect(
      isTrending(
        noise((row) => row / 50),
        noise((row) => 40 + row / 50),
        40,
      ),
    ).toBe(false)
  })

  it('takes what begins with the rollout for no trend', () => {
    const windows = [noise(() => 0), noise((row) => row / 25)] as const
    expect(beginsToMove(...windows)).toBe(true)
    expect(isTrending(...windows, 4)).toBe(false)
    expect(beginsToMove(level(0), level(4))).toBe(false)
    expect(
      beginsToMove(
        noise((row) => row / 25),
        level(8),
      ),
    ).toBe(false)
  })

  it('knows nothing of empty windows', () => {
    expect(
      isTrending(
        new Float64Array(0),
        noise((row) => row),
        4,
      ),
    ).toBe(false)
  })
})
