import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { findOpeningRuns, fitRunLimits, limitReachedAt } from './run-limits.ts'

/** Probabilities of a standard normal series of which neighbours are correlated. */
function probabilities(rows: number, memory: number, seed: number): Float64Array {
  const random = createRandom(seed)
  let state = 0
  return Float64Array.from({ length: rows }, () => {
    state = memory * state + Math.sqrt(1 - memory * memory) * normal(random)
    // A bound of the two-sided tail that is near enough for large values
    return Math.min(1, Math.exp(-(state * state) / 2))
  })
}

const reachesLimit = (...given: Parameters<typeof limitReachedAt>): boolean => limitReachedAt(...given) !== undefined
const spike = (p: number, rows: number): Float64Array => new Float64Array(rows).fill(p)
const whole = (p: Float64Array) => ({ fromRow: 0, toRow: p.length })

describe('fitRunLimits', () => {
  it('asks for more where neighbouring rows are alike', () => {
    const [loose] = fitRunLimits(probabilities(4_000, 0, 1))
    const [alike] = fitRunLimits(probabilities(4_000, 0.95, 1))
    expect(loose).toMatchObject({ rows: 5 })
    expect(alike!.mean).toBeGreaterThan(loose!.mean + 2)
  })

  it('sets limits that normal rows after the training reach as rarely as stated, each of three once in 12,000 rows', () => {
    const limits = fitRunLimits(probabilities(4_000, 0.9, 2))
    const later = probabilities(40_000, 0.9, 3)
    let reached = 0
    for (let fromRow = 0; fromRow < later.length; fromRow += 200)
      if (reachesLimit({ fromRow, toRow: fromRow + 200 }, later, limits, 0.01)) reached++
    expect(reached).toBeLessThanOrEqual((3 * later.length) / 12_000)
  })

  it('has none for a short training, by which every run is reported', () => {
    expect(fitRunLimits(probabilities(1_999, 0.9, 1))).toEqual([])
    expect(reachesLimit({ fromRow: 0, toRow: 5 }, spike(0.009, 5), [], 0.01)).toBe(true)
  })
})

describe('limitReachedAt', () => {
  const limits = [
    { rows: 5, mean: 8 },
    { rows: 16, mean: 6 },
  ]

  it('takes few very anomalous rows, or many less anomalous ones', () => {
    const run = (p: number, rows: number): boolean =>
      reachesLimit({ fromRow: 0, toRow: rows }, spike(p, rows), limits, 0.01)
    expect([run(Math.exp(-9), 5), run(Math.exp(-7), 16)]).toEqual([true, true])
    expect([run(Math.exp(-7), 5), run(Math.exp(-5), 16)]).toEqual([false, false])
  })

  it('counts all rows of a run that is shorter than the shortest window', () => {
    const one = spike(Math.exp(-9), 1)
    expect(reachesLimit(whole(one), one, limits, 0.01)).toBe(true)
  })

  it('counts a missing row as no row', () => {
    const gap = Float64Array.of(1e-4, 1e-4, Number.NaN, 1e-4, 1e-4, 1e-4)
    expect(reachesLimit(whole(gap), gap, limits, 0.01)).toBe(true)
  })

  it('says in which row a limit is reached, a missing one not counted', () => {
    const run = spike(Math.exp(-7), 30)
    run[3] = Number.NaN
    expect(limitReachedAt({ fromRow: 2, toRow: 30 }, run, limits, 0.01)).toBe(2 + 16)
    run.fill(Math.exp(-20), 10, 12)
    expect(limitReachedAt({ fromRow: 2, toRow: 30 }, run, limits, 0.01)).toBe(10)
    expect(limitReachedAt({ fromRow: 2, toRow: 30 }, run, [], 0.01)).toBe(2)
  })

  it('asks for less of a threshold that flags more, and for nothing where all rows are flagged', () => {
    const run = spike(Math.exp(-5), 5)
    expect([0.01, 0.1, 1].map((q) => reachesLimit(whole(run), run, limits, q))).toEqual([false, true, true])
    expect(reachesLimit(whole(spike(1, 5)), spike(1, 5), limits, 1)).toBe(true)
  })
})

describe('findOpeningRuns', () => {
  it('leaves out runs that go no further than normal data, and opens no run before `cvalue` rows', () => {
    const probability = new Float64Array(60).fill(0.5).fill(Math.exp(-5), 5, 15).fill(Math.exp(-20), 30, 40)
    const opening = findOpeningRuns(probability, [{ rows: 5, mean: 8 }], { q: 0.01, cvalue: 4 })
    expect(opening).toEqual([{ fromRow: 30, toRow: 40, opensAt: 33 }])
  })
})
