import { describe, expect, it } from 'vitest'
import { buildFrame } from '../series/build-frame.ts'
import { type Frame, sliceFrame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { detect } from './detect.ts'
import { encodeModel } from './model-codec.ts'
import { MODEL_TYPES } from './model-type.ts'
import { createScorer } from './scorer.ts'
import { trainModel } from './train-model.ts'

const DEFAULTS = { pvalue: 0.99, cvalue: 5 }
const NAMES = ['a[x]', 'a[y]', 'a[z]', 'b[x]']
const simulate = (rows: number, seed = 1): Frame =>
  simulateFrame(['noise', 'slow', 'shared', 'shared'], rows, seed, NAMES)
const rebuilt = (frame: Frame, times: Float64Array): Frame => buildFrame(frame.series, times, frame.columns)
const shareBelow = (probability: Float64Array, limit: number): number =>
  probability.filter((p) => p < limit).length / probability.length

/** Each probability is one, or NaN where the row holds nothing; findings are in order and within the frame. */
function expectWhole(frame: Frame, { scored, periods }: ReturnType<typeof detect>): void {
  for (const [row, p] of scored.probability.entries()) {
    if (frame.columns.every((column) => Number.isNaN(column[row]!))) expect(p).toBeNaN()
    else expect(p > 0 && p <= 1).toBe(true)
  }
  for (const period of periods) {
    expect(period.fromRow < period.toRow && period.toRow <= frame.times.length).toBe(true)
    expect(period.series.every((one) => Number.isFinite(one.share))).toBe(true)
  }
}

describe.each(MODEL_TYPES)('%s', (modelType) => {
  it('refuses no rows, one and two as too few', () => {
    for (const rows of [0, 1, 2]) {
      const result = trainModel(simulate(rows), { modelType })
      expect(result).toMatchObject({ kind: 'insufficient', need: 30, got: rows })
    }
  })

  it('scores no rows, one and two', () => {
    const model = train(simulate(300), { modelType })
    for (const rows of [0, 1, 2]) {
      const frame = simulate(rows, 2)
      expectWhole(frame, detect(model, frame, DEFAULTS))
    }
  })

  it('takes 1e300 in training and in scoring without a number that is none', () => {
    const wild = changeRows(simulate(400), 0, 200, 203, (_, k) => (k === 1 ? -1e300 : 1e300))
    const model = train(wild, { modelType })
    expectWhole(wild, detect(model, wild, DEFAULTS))
    const clean = train(simulate(400), { modelType })
    const found = detect(clean, wild, DEFAULTS)
    expectWhole(wild, found)
    expect(Math.min(...found.scored.probability.subarray(200, 203))).toBeLessThan(1e-3)
    expect(encodeModel(model).weights.length).toBeGreaterThan(0)
  })

  it('is not excursion by months without data', () => {
    const frame = simulate(900)
    const times = frame.times.map((time, row) => (row < 600 ? time : time + 90 * 86_400_000))
    const gap = rebuilt(frame, times)
    expect(gap.times.length).toBeLessThan(3_000)
    expectWhole(gap, detect(train(gap, { modelType }), gap, DEFAULTS))
    const model = train(sliceFrame(frame, 0, 500), { modelType })
    const found = detect(model, gap, DEFAULTS)
    expectWhole(gap, found)
    expect(shareBelow(found.scored.probability, 0.01)).toBeLessThan(0.05)
  })

  it('goes on where the interval changes', () => {
    const frame = simulate(900)
    const times = frame.times.map((time, row) =>
      row < 600 ? time : frame.times[600]! + 5 * (time - frame.times[600]!),
    )
    const changed = rebuilt(frame, times)
    const found = detect(train(sliceFrame(changed, 0, 500), { modelType }), changed, DEFAULTS)
    expectWhole(changed, found)
    expect(shareBelow(found.scored.probability, 0.01)).toBeLessThan(0.05)
  })

  it('gives the same for rows whose times go back as for rows in order', () => {
    const frame = simulate(300)
    const order = Array.from({ length: 300 }, (_, row) => (row % 10 === 3 ? row + 1 : row % 10 === 4 ? row - 1 : row))
    const mixed = buildFrame(
      frame.series,
      Float64Array.from(order, (row) => frame.times[row]!),
      frame.columns.map((column) => Float64Array.from(order, (row) => column[row]!)),
    )
    expect(mixed.columns).toEqual(frame.columns)
    expect(encodeModel(train(mixed, { modelType })).weights).toEqual(encodeModel(train(frame, { modelType })).weights)
  })

  it('learns from constant series, and knows a departure', () => {
    const constant = { ...simulate(200), columns: NAMES.map(() => new Float64Array(200).fill(7)) }
    const model = train(constant, { modelType })
    expect(shareBelow(createScorer(model).push(constant).probability, 0.01)).toBe(0)
    const departed = changeRows(constant, 0, 150, 160, () => 9)
    expect(createScorer(model).push(departed).probability[155]).toBeLessThan(0.01)
  })
})

describe('times that stop', () => {
  it('make one row, which is too few to train on', () => {
    const frame = simulate(100)
    const still = buildFrame([parseSeriesName('a')], new Float64Array(100).fill(frame.times[0]!), [frame.columns[0]!])
    expect(still.times.length).toBe(1)
    expect(trainModel(still, { modelType: 'Split' })).toMatchObject({ kind: 'insufficient', got: 1 })
  })
})
