import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChartLine } from './chart-types.ts'
import { countPoints, limitPoints, POINT_BUDGET } from './limit-points.ts'
import { lineVertices } from './line-vertices.ts'

function sampleLine(id: string, length: number, extra: Partial<ChartLine> = {}): ChartLine {
  const times = Array.from({ length }, (_, i) => i * 1000)
  const values = times.map((_, i) => Math.sin(i / 50) * 10)
  return { id, label: id, seriesId: id, times, min: values, max: values, ...extra }
}
const ALL = { from: 0, to: 1e9 }

describe('limitPoints', () => {
  it('leaves a small chart unchanged', () => {
    const [drawn] = limitPoints([sampleLine('a', 100)], ALL)
    expect(drawn?.mode).toBe('samples')
    expect(drawn?.buckets).toHaveLength(100)
  })

  it('keeps one sample on each side of the view', () => {
    const [drawn] = limitPoints([sampleLine('a', 100)], { from: 10_500, to: 20_500 })
    expect(drawn?.buckets.map((b) => b.t)).toEqual(Array.from({ length: 12 }, (_, i) => (10 + i) * 1000))
  })

  it('turns too many samples into an envelope that reaches all extremes', () => {
    const values = Array.from({ length: 20_000 }, (_, i) => (i === 7777 ? 99 : i === 12_345 ? -50 : 1))
    const [drawn] = limitPoints([sampleLine('a', 20_000, { min: values, max: values })], ALL)
    expect(drawn?.mode).toBe('envelope')
    expect(Math.max(...drawn!.buckets.map((b) => b.max!))).toBe(99)
    expect(Math.min(...drawn!.buckets.map((b) => b.min!))).toBe(-50)
  })

  it('weighs the mean of joined buckets by how many samples each stands for', () => {
    const line = sampleLine('a', 3, { min: [0, 10, null], max: [0, 10, null], count: [3, 1, 0] })
    const [drawn] = limitPoints([line], ALL, POINT_BUDGET, 1)
    expect(drawn?.buckets).toMatchObject([{ min: 0, max: 10, mean: 2.5 }])
  })

  it('draws no more buckets than the plot has pixels', () => {
    const [drawn] = limitPoints([sampleLine('a', 4000)], ALL, POINT_BUDGET, 300)
    expect(drawn?.buckets.length).toBeLessThanOrEqual(300)
  })

  it('keeps every flagged point, in the view only', () => {
    const flagged = Array.from({ length: 50 }, (_, i) => ({ t: i * 20_000, v: i }))
    const [drawn] = limitPoints([sampleLine('a', 100_000, { flagged })], { from: 0, to: 500_000 })
    expect(drawn?.flagged).toEqual(flagged.slice(0, 26))
  })

  it('keeps the extremes where flagged points alone exceed their half of the budget', () => {
    const flagged = Array.from({ length: 9000 }, (_, i) => ({ t: i * 1000, v: i === 4321 ? 500 : i % 7 }))
    const drawn = limitPoints([sampleLine('a', 9000, { flagged })], ALL)
    expect(countPoints(drawn)).toBeLessThanOrEqual(POINT_BUDGET)
    expect(drawn[0]?.flagged.some((point) => point.v === 500)).toBe(true)
  })

  it('drops lines without findings first', () => {
    const lines = Array.from({ length: 1000 }, (_, i) =>
      sampleLine(`l${i}`, 10, i === 990 ? { flagged: [{ t: 0, v: 1 }] } : {}),
    )
    const drawn = limitPoints(lines, ALL)
    expect(drawn.length).toBeLessThan(1000)
    expect(drawn.some(({ line }) => line.id === 'l990')).toBe(true)
  })

  it('never draws more than its budget, and never empties a line', () => {
    const charts = fc.array(
      fc.record({
        length: fc.integer({ min: 1, max: 3000 }),
        isReduced: fc.boolean(),
        flags: fc.integer({ min: 0, max: 400 }),
      }),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(charts, (specs) => {
        const lines = specs.map(({ length, isReduced, flags }, i) => {
          const line = sampleLine(`l${i}`, length)
          const flagged = Array.from({ length: Math.min(flags, length) }, (_, k) => ({ t: k * 1000, v: k }))
          return { ...line, flagged, max: isReduced ? Array.from(line.max, (v) => v! + 1) : line.min }
        })
        const drawn = limitPoints(lines, ALL)
        expect(countPoints(drawn)).toBeLessThanOrEqual(POINT_BUDGET)
        for (const { buckets } of drawn) expect(buckets.length).toBeGreaterThan(0)
      }),
      { numRuns: 40 },
    )
  })
})

describe('lineVertices', () => {
  const bucket = (
    t: number,
    min: number | null,
    max = min,
    mean = min === null || max === null ? null : (min + max) / 2,
  ) => ({ t, min, max, mean })

  it('breaks at a null and at a jump in time', () => {
    const buckets = [bucket(0, 1), bucket(10, null), bucket(20, 2), bucket(100, 3)]
    const vertices = lineVertices({ buckets, mode: 'samples', stepMs: 10, flagged: [] })
    expect(vertices).toEqual([
      { x: 0, y: 1 },
      { x: 10, y: null },
      { x: 20, y: 2 },
      { x: 30, y: null },
      { x: 100, y: 3 },
    ])
  })

  it('follows the mean but visits the extreme of a bucket with a peak', () => {
    const noise = Array.from({ length: 9 }, (_, i) => bucket(i, 0, 2))
    const buckets = [...noise, bucket(9, 0, 80, 2), bucket(10, -60, 2, 0)]
    const ys = lineVertices({ buckets, mode: 'peaks', stepMs: 1, flagged: [] }).map((v) => v.y)
    expect(ys).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 80, -60])
  })

  it('visits a peak that is flagged at the time of its samples, where their dots are', () => {
    const buckets = [bucket(0, 0, 2), bucket(10, 0, 2), bucket(20, 0, 80, 2), bucket(30, 0, 2)]
    const flagged = [
      { t: 26, v: 70, score: 3 },
      { t: 28, v: 80, score: 4 },
    ]
    expect(lineVertices({ buckets, mode: 'peaks', stepMs: 10, flagged })).toEqual([
      { x: 0, y: 1 },
      { x: 10, y: 1 },
      { x: 26, y: 70 },
      { x: 28, y: 80 },
      { x: 30, y: 1 },
    ])
    expect(lineVertices({ buckets, mode: 'envelope', stepMs: 10, flagged })).toHaveLength(4)
  })
})
