import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { type ColumnKind, changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import { train } from '../testing/train.ts'
import { NOMINAL_RATES } from './calibration.ts'
import { encodeModel } from './model-codec.ts'
import { MODEL_TYPES } from './model-type.ts'
import { createScorer } from './scorer.ts'
import { trainModel } from './train-model.ts'

const KINDS: ColumnKind[] = ['noise', 'slow', 'heavy', 'shared', 'shared', 'sparse']
const score = (model: ReturnType<typeof train>, frame: Frame) => createScorer(model).push(frame)

describe('trainModel', () => {
  it('gives the same bytes for the same frame and options', () => {
    const frame = simulateFrame([...KINDS, 'drift'], 300, 1, ['a[x]', 'a[y]', 'a[z]', 'b[x]', 'b[y]', 'b[z]', 'c[x]'])
    for (const modelType of MODEL_TYPES)
      expect(encodeModel(train(frame, { modelType })).weights).toEqual(encodeModel(train(frame, { modelType })).weights)
  })

  it('says how many rows are missing', () => {
    expect(trainModel(simulateFrame(KINDS, 29, 1), { modelType: 'Split' })).toMatchObject({
      kind: 'insufficient',
      need: 30,
      got: 29,
    })
    expect(trainModel(simulateFrame(KINDS, 30, 1), { modelType: 'Holistic' }).kind).toBe('model')
  })

  it('does not count rows without values or in excluded intervals', () => {
    const frame = simulateFrame(['noise'], 40, 1)
    const gaps = changeRows(frame, 0, 0, 15, () => Number.NaN)
    expect(trainModel(gaps, { modelType: 'Split' })).toMatchObject({ got: 25 })
    const exclude = [{ start: frame.times[0]!, end: frame.times[19]! }]
    expect(trainModel(frame, { modelType: 'Split', exclude })).toMatchObject({ got: 20 })
  })

  it('says how many instances are missing for peers', () => {
    const frame = simulateFrame(KINDS, 100, 1, ['a[x]', 'a[y]', 'b[x]', 'b[y]', 'c[x]', 'c[y]'])
    expect(trainModel(frame, { modelType: 'DBScan' })).toMatchObject({ kind: 'insufficient', need: 3, got: 2 })
  })

  it('refuses an unknown type and a frame without series', () => {
    const frame = simulateFrame(['noise'], 50, 1)
    expect(() => trainModel(frame, { modelType: 'Magic' as 'Split' })).toThrow(RangeError)
    expect(() => trainModel({ ...frame, series: [], columns: [] }, { modelType: 'Split' })).toThrow(RangeError)
  })

  it('reports progress up to its end', () => {
    const seen: [number, number][] = []
    train(simulateFrame(KINDS, 100, 1), { modelType: 'Hybrid', onProgress: (done, total) => seen.push([done, total]) })
    expect(seen.at(-1)![0]).toBe(seen.at(-1)![1])
    expect(seen.every(([done], k) => k === 0 || done > seen[k - 1]![0])).toBe(true)
  })

  it.each<[string, (frame: Frame) => Frame]>([
    ['all values are equal', (frame) => ({ ...frame, columns: frame.columns.map((c) => c.map(() => 5)) })],
    ['a column is missing altogether', (frame) => changeRows(frame, 1, 0, 1e9, () => Number.NaN)],
    ['values are huge', (frame) => ({ ...frame, columns: frame.columns.map((c) => c.map((x) => x + 1e15)) })],
    ['values are tiny', (frame) => ({ ...frame, columns: frame.columns.map((c) => c.map((x) => x * 1e-300)) })],
    [
      'half of the rows are gaps',
      (frame) => ({ ...frame, columns: frame.columns.map((c) => c.map((x, k) => (k % 2 ? x : Number.NaN))) }),
    ],
  ])('learns where %s', (_, change) => {
    const frame = change(simulateFrame(KINDS, 200, 1))
    for (const modelType of ['Holistic', 'Split', 'Hybrid'] as const) {
      const { probability } = score(train(frame, { modelType }), frame)
      for (const [row, p] of probability.entries()) {
        if (frame.columns.every((column) => Number.isNaN(column[row]!))) expect(p).toBeNaN()
        else expect(p > 0 && p <= 1).toBe(true)
      }
    }
  })

  it('learns a single series', () => {
    const frame = simulateFrame(['noise'], 400, 1)
    for (const modelType of ['Holistic', 'Split', 'Hybrid'] as const) {
      const faulty = changeRows(frame, 0, 300, 310, (x) => x + 60)
      expect(score(train(frame, { modelType }), faulty).probability[305]).toBeLessThan(1e-3)
    }
  })

  it('does not depend on the order of the columns', () => {
    const frame = simulateFrame(KINDS, 400, 2)
    const order = [3, 1, 5, 0, 2, 4]
    const turned = {
      ...frame,
      series: order.map((k) => frame.series[k]!),
      columns: order.map((k) => frame.columns[k]!),
    }
    const one = score(train(frame, { modelType: 'Split' }), frame).probability
    expect(score(train(turned, { modelType: 'Split' }), turned).probability).toEqual(one)
  })

  it('does not depend on the unit of a column', () => {
    const frame = simulateFrame(KINDS, 400, 3)
    const scaled = { ...frame, columns: frame.columns.map((column, j) => column.map((x) => x * 2 ** j)) }
    for (const modelType of ['Split', 'Holistic'] as const) {
      const one = score(train(frame, { modelType }), frame).probability
      const two = score(train(scaled, { modelType }), scaled).probability
      for (const [row, p] of one.entries()) expect(two[row]! / p).toBeCloseTo(1, 3)
    }
  })

  it('hardly depends on where zero is', () => {
    const frame = simulateFrame(['noise', 'slow', 'heavy'], 400, 3)
    const shifted = { ...frame, columns: frame.columns.map((column) => column.map((x) => x + 1024)) }
    const one = score(train(frame, { modelType: 'Split' }), frame).probability
    const two = score(train(shifted, { modelType: 'Split' }), shifted).probability
    for (const [row, p] of one.entries()) expect(two[row]! / p).toBeCloseTo(1, 1)
  })

  it('learns a table wider than can be decomposed exactly', () => {
    const frame = simulateFrame(
      Array.from({ length: 150 }, () => 'shared' as const),
      120,
      1,
    )
    const faulty = changeRows(frame, 77, 100, 110, (x) => x + 50)
    expect(score(train(frame, { modelType: 'Holistic' }), faulty).probability[105]).toBeLessThan(0.01)
  })

  it('stores what it would flag of its own training', () => {
    const { calibration } = train(simulateFrame(KINDS, 1_000, 1), { modelType: 'Holistic' })
    expect(calibration.points.map((point) => point.nominal)).toEqual(NOMINAL_RATES)
    expect(calibration.points.every((point) => point.samples === 1_000)).toBe(true)
    expect(calibration.points[0]!.observed).toBeGreaterThan(0.05)
    expect(calibration.points[0]!.observed).toBeLessThan(0.2)
  })
})
