import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createDiscord } from './discord.ts'

/** The search by its definition, over the same lags. */
function plainDiscord(values: readonly number[], length: number, lags: number, stride: number): number[] {
  return values.map((_, end) => {
    let best = Number.POSITIVE_INFINITY
    for (let k = 0; k < lags; k++) {
      const lag = length + k * stride
      if (end - lag - length + 1 < 0) break
      let sum = 0
      for (let at = end - length + 1; at <= end; at++) sum += (values[at]! - values[at - lag]!) ** 2
      best = Math.min(best, sum)
    }
    return best === Number.POSITIVE_INFINITY ? Number.NaN : Math.sqrt(best)
  })
}

const run = (values: readonly number[], length: number, lags: number, stride: number, range = 256): number[] => {
  const discord = createDiscord(createArena(new ArrayBuffer(65_536)), { length, lags, stride })
  return values.map((value) => discord.push(value, range, 0))
}

describe('createDiscord', () => {
  it('has nothing to compare with before two intervals', () => {
    const found = run([1, 2, 3, 4, 5, 6, 7, 8], 4, 10, 1)
    expect(found.slice(0, 7).every(Number.isNaN)).toBe(true)
    expect(found[7]).toBe(8)
  })

  it('finds no difference in what repeats, and the size of what does not', () => {
    const beat = Array.from({ length: 80 }, (_, k) => [0, 3, 9, 3][k % 4]!)
    expect(run(beat, 8, 30, 1).at(-1)).toBe(0)
    expect(run([...beat, 7], 8, 30, 1).at(-1)).toBe(7)
  })

  it('gives the distance of its definition, over any number of values', () => {
    const series = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 400 })
    fc.assert(
      fc.property(series, fc.integer({ min: 1, max: 3 }), (values, stride) => {
        expect(run(values, 6, 40, stride)).toEqual(plainDiscord(values, 6, 40, stride))
      }),
      { numRuns: 60 },
    )
  })

  it('keeps to a history of its own length', () => {
    const values = Array.from({ length: 5000 }, (_, k) => (k * k * 7) % 113)
    expect(run(values, 6, 40, 2).slice(4000)).toEqual(plainDiscord(values, 6, 40, 2).slice(4000))
  })

  it('goes on in a finer or coarser step where the range changes', () => {
    const discord = createDiscord(createArena(new ArrayBuffer(65_536)), { length: 4, lags: 60, stride: 1 })
    const wave = (k: number): number => Math.sin((k * Math.PI) / 8)
    for (let k = 0; k < 200; k++) discord.push(100 * wave(k), 200, 0)
    let last = 0
    for (let k = 200; k < 400; k++) last = discord.push(0.1 * wave(k), 0.2, 0)
    expect(last).toBeLessThan(0.004)
    expect(discord.push(1, 0.2, 0)).toBeGreaterThan(0.8)
  })

  it('follows a level that wanders off for good', () => {
    const discord = createDiscord(createArena(new ArrayBuffer(65_536)), { length: 4, lags: 60, stride: 1 })
    let last = Number.NaN
    for (let k = 0; k < 300; k++) last = discord.push(1e7 + (k % 2), 1, 1e7)
    expect(last).toBe(0)
    expect(discord.push(1e7 + 5, 1, 1e7)).toBeGreaterThan(3)
  })
})
