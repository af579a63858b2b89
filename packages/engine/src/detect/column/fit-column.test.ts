import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { type ColumnKind, simulateFrame } from '../../testing/simulate-frame.ts'
import { createColumnReader } from './column-reader.ts'
import { driftShare } from './drift-share.ts'
import { fitColumn } from './fit-column.ts'
import { columnProbability, pairZScore, zScoreBand } from './fit-column-tails.ts'

const stepsOf = (rows: number) => new Float64Array(rows).fill(1)

function fit(kind: ColumnKind, rows: number, seed = 1) {
  const frame = simulateFrame([kind], rows, seed)
  return fitColumn({ times: frame.times, steps: stepsOf(rows), stepMs: frame.stepMs }, frame.columns[0]!)
}

describe('fitColumn', () => {
  it('tells a column that drifts from one that stays', () => {
    expect(fit('drift', 800).model.tracking.drifts).toBe(true)
    for (const kind of ['noise', 'slow', 'heavy', 'sparse'] as const)
      expect(fit(kind, 800).model.tracking.drifts).toBe(false)
  })

  it('finds a daily rhythm in three days and none in half a day', () => {
    expect(fit('daily', 3 * 1440).model.rhythm?.mid.length).toBe(24)
    expect(fit('daily', 720).model.rhythm).toBeUndefined()
  })

  it('finds no rhythm in noise', () => {
    for (let seed = 1; seed <= 5; seed++) expect(fit('slow', 3 * 1440, seed).model.rhythm).toBeUndefined()
  })

  it('evaluates two days of training by what each says of the other', () => {
    const outside = (of: (seed: number) => Float64Array) =>
      [1, 2, 3, 4].reduce((sum, seed) => sum + of(seed).filter((z) => Math.abs(z) > 3).length, 0)
    const frames = [1, 2, 3, 4].map((seed) => simulateFrame(['daily'], 4 * 1440, seed))
    const fits = frames.map((frame) =>
      fitColumn(
        { times: frame.times.subarray(0, 2880), steps: stepsOf(2880), stepMs: frame.stepMs },
        frame.columns[0]!.subarray(0, 2880),
      ),
    )
    const later = frames.map((frame, k) => {
      const reader = createColumnReader(fits[k]!.model, true)
      return frame.columns[0]!.subarray(2880).map((value, row) => reader.read(value, frame.times[2880 + row]!, 1))
    })
    expect(fits.map((one) => one.model.rhythm?.mid.length)).toEqual([24, 24, 24, 24])
    const trained = outside((seed) => fits[seed - 1]!.zScores)
    expect(outside((seed) => later[seed - 1]!) / trained).toBeGreaterThan(0.5)
    expect(outside((seed) => later[seed - 1]!) / trained).toBeLessThan(2)
  })

  it('finds a weekly rhythm where weekends differ', () => {
    const frame = simulateFrame(['noise'], 4 * 7 * 96, 1)
    const times = frame.times.map((time) => frame.times[0]! + (time - frame.times[0]!) * 15)
    const values = frame.columns[0]!.map((value, row) => value + (Math.floor(row / 96) % 7 >= 5 ? 40 : 0))
    const { model } = fitColumn({ times, steps: stepsOf(times.length), stepMs: 900_000 }, values)
    expect(model.rhythm?.mid.length).toBe(168)
  })

  it('evaluates a counter by its increase', () => {
    const random = createRandom(2)
    let count = 1e9
    const values = Float64Array.from({ length: 300 }, () => (count += 100 + 5 * normal(random)))
    const frame = simulateFrame(['noise'], 300, 1)
    const { model } = fitColumn({ times: frame.times, steps: stepsOf(300), stepMs: frame.stepMs }, values)
    expect(model.kind).toBe('rate')
    const reader = createColumnReader(model, true)
    reader.read(5e9, 0, 1)
    expect(Math.abs(reader.read(5e9 + 100, 1, 1))).toBeLessThan(2)
    expect(reader.read(5e9 + 300, 2, 1)).toBeGreaterThan(10)
    expect(reader.read(50, 3, 1)).toBeNaN()
    expect(Math.abs(reader.read(150, 4, 1))).toBeLessThan(2)
  })

  it('reads what leans far to the right on a log scale, and nothing else', () => {
    expect(fit('latency', 800).model.logUnit).toBeCloseTo(4, 0)
    for (const kind of ['noise', 'slow', 'heavy', 'shared', 'sparse', 'drift', 'daily', 'constant'] as const)
      expect(fit(kind, 3 * 1440).model).not.toHaveProperty('logUnit')
  })

  it('leaves the plain scale to percentages, counters, small counts and values below 0', () => {
    const random = createRandom(4)
    const latency = simulateFrame(['latency'], 800, 1)
    const scaleOf = (values: Float64Array) =>
      fitColumn({ times: latency.times, steps: stepsOf(800), stepMs: latency.stepMs }, values).model.logUnit
    let total = 0
    expect(scaleOf(latency.columns[0]!)).toBeGreaterThan(0)
    expect(scaleOf(latency.columns[0]!.map(() => 100 * random()))).toBeUndefined()
    expect(scaleOf(latency.columns[0]!.map((value) => (total += value)))).toBeUndefined()
    expect(scaleOf(latency.columns[0]!.map((value) => Math.ceil(value / 20)))).toBeUndefined()
    expect(scaleOf(latency.columns[0]!.map((value, row) => (row === 5 ? -1 : value)))).toBeUndefined()
  })

  it('evaluates a column on a log scale alike in any unit, and tells its range in that unit', () => {
    const { times, stepMs, columns } = simulateFrame(['latency'], 400, 2)
    const evaluate = (factor: number) => {
      const values = columns[0]!.map((value) => factor * value)
      const { model, zScores } = fitColumn({ times, steps: stepsOf(400), stepMs }, values)
      const reader = createColumnReader(model, true)
      const { low, high } = zScoreBand(model.tails, 0.01)
      const zScore = reader.read(4 * factor, times[399]! + stepMs, 1)
      return [zScore, reader.valueAt(low) / factor, reader.valueAt(high) / factor, ...zScores]
    }
    const [zScore, low, high, ...zScores] = evaluate(1)
    expect(zScore).toBeLessThan(-2)
    expect(low).toBeGreaterThan(0)
    expect(columns[0]!.filter((value) => value < low! || value > high!).length).toBeLessThan(12)
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), (power) => {
        for (const [k, value] of evaluate(10 ** power).entries())
          expect(value).toBeCloseTo([zScore, low, high, ...zScores][k]!, 6)
      }),
      { numRuns: 10, seed: 1 },
    )
  })

  it('counts an excursion of the training once', () => {
    const frame = simulateFrame(['noise'], 500, 3)
    const values = frame.columns[0]!.map((value, row) => (row >= 200 && row < 230 ? value + 100 : value))
    const { zScores } = fitColumn({ times: frame.times, steps: stepsOf(500), stepMs: frame.stepMs }, values)
    expect(zScores.filter((z) => z > 5).length).toBe(2)
    expect(zScores.filter(Number.isNaN).length).toBe(28)
  })

  it('knows a departure from a constant for anomalous', () => {
    const { model } = fit('constant', 200)
    const reader = createColumnReader(model, true)
    expect(columnProbability(model.tails, 0, reader.read(7, 0, 1))).toBe(1)
    expect(columnProbability(model.tails, 0, reader.read(8, 1, 1))).toBeLessThan(1e-4)
  })

  it('takes a column without values', () => {
    const frame = simulateFrame(['noise'], 50, 1)
    const { model, zScores } = fitColumn(
      { times: frame.times, steps: stepsOf(50), stepMs: 60_000 },
      new Float64Array(50).fill(Number.NaN),
    )
    expect(zScores.every(Number.isNaN)).toBe(true)
    expect(columnProbability(model.tails, 0, Number.NaN)).toBeNaN()
  })

  it('leaves between 0.5 and 2 % of normal values outside a band of 1 %', () => {
    const { model, zScores } = fit('heavy', 4_000)
    const { low, high } = zScoreBand(model.tails, 0.01)
    const outside = zScores.filter((z) => z < low || z > high).length / zScores.length
    expect(outside).toBeGreaterThan(0.005)
    expect(outside).toBeLessThan(0.02)
  })
})

describe('pairZScore', () => {
  it('is what two values share', () => {
    expect([pairZScore(3, 5), pairZScore(-3, -5), pairZScore(-3, 5), pairZScore(0, 5)]).toEqual([3, -3, 0, 0])
    expect(pairZScore(1, Number.NaN)).toBeNaN()
  })
})

describe('driftShare', () => {
  it('is near 1 for a shift and near 0 for noise', () => {
    const noise = simulateFrame(['noise'], 500, 1).columns[0]!
    expect(driftShare(noise)).toBeLessThan(0.1)
    expect(driftShare(noise.map((x, k) => x + (k > 250 ? 60 : 0)))).toBeGreaterThan(0.9)
    expect(driftShare(new Float64Array(20))).toBe(0)
  })

  it('does not take one incident for a drift', () => {
    const noise = simulateFrame(['noise'], 500, 1).columns[0]!
    expect(driftShare(noise.map((x, k) => x + (k >= 205 && k < 245 ? 60 : 0)))).toBeLessThan(0.1)
  })
})
