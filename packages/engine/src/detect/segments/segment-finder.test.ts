import { describe, expect, it } from 'vitest'
import type { Segment } from './segment.ts'
import { createSegmentFinder, type SegmentOptions } from './segment-finder.ts'

const OPTIONS = { modelType: 'Holistic', pvalue: 0.99, cvalue: 5, rowsAtOnce: 100 } as const

function normalWith(...flagged: [from: number, to: number][]): Float64Array {
  const probability = new Float64Array(1000).fill(0.5)
  for (const [from, to] of flagged) probability.fill(0.001, from, to)
  return probability
}

function segmentsOf(
  probability: Float64Array,
  { gaps = [], ...more }: Partial<SegmentOptions> & { gaps?: [from: number, to: number][] } = {},
): Segment[] {
  const finder = createSegmentFinder({ ...OPTIONS, ...more })
  finder.add(probability)
  return finder.end(gaps.map(([fromRow, toRow]) => ({ fromRow, toRow })))
}

describe('createSegmentFinder', () => {
  it('takes flagged rows that could make a period, with a row after them and those before that may be their onset', () => {
    expect(segmentsOf(normalWith([500, 505]))).toEqual([{ from: 440, to: 506 }])
  })

  it('passes over fewer flagged rows than a period needs', () => {
    expect(segmentsOf(normalWith([500, 504]))).toEqual([])
  })

  it('bridges rows that are nearly flagged, and stays inside of the file', () => {
    const probability = normalWith([0, 3], [6, 8], [90, 93], [94, 98], [994, 1000])
    probability.fill(0.05, 3, 6)
    expect(segmentsOf(probability)).toEqual([
      { from: 0, to: 9 },
      { from: 934, to: 1000 },
    ])
  })

  it('bridges any number of rows without a score', () => {
    const probability = normalWith([500, 503], [600, 603])
    probability.fill(Number.NaN, 503, 600)
    expect(segmentsOf(probability, { rowsAtOnce: 200 })).toEqual([{ from: 440, to: 604 }])
  })

  it('takes what is silent, whatever its scores, and joins it with what is flagged beside it', () => {
    const gaps: [number, number][] = [
      [200, 205],
      [506, 510],
    ]
    expect(segmentsOf(normalWith([500, 505]), { gaps })).toEqual([
      { from: 199, to: 206 },
      { from: 440, to: 511 },
    ])
  })

  it('cuts what is longer than can be looked through at once', () => {
    expect(segmentsOf(normalWith([500, 700]))).toEqual([
      { from: 440, to: 540 },
      { from: 540, to: 640 },
      { from: 640, to: 701 },
    ])
  })

  it('keeps apart what only the rows before it would join', () => {
    expect(segmentsOf(normalWith([500, 505], [520, 530]))).toEqual([
      { from: 440, to: 506 },
      { from: 506, to: 531 },
    ])
  })

  it('takes a small file as a whole, and of none nothing', () => {
    expect(segmentsOf(normalWith(), { rowsAtOnce: 1000 })).toEqual([{ from: 0, to: 1000 }])
    expect(segmentsOf(new Float64Array(0))).toEqual([])
  })
})

describe('createSegmentFinder, reported of rows piece by piece', () => {
  const probability = normalWith(
    [0, 7],
    [96, 104],
    [110, 115],
    [160, 168],
    [170, 173],
    [300, 620],
    [880, 888],
    [996, 999],
  )
  probability.fill(Number.NaN, 163, 166)
  for (let row = 5; row < 1000; row += 37) probability[row] = 0.001

  for (const modelType of ['Holistic', 'HolisticCP', 'DBScan'] as const)
    for (const rows of [1, 7, 64, 150])
      it(`answers each segment once it is complete, as it is at the end (${modelType}, ${rows} rows a piece)`, () => {
        const finder = createSegmentFinder({ ...OPTIONS, modelType })
        const answered: Segment[] = []
        for (let row = 0; row < 1000; row += rows) {
          const neededFrom = finder.neededFrom()
          const completed = finder.add(probability.subarray(row, row + rows))
          for (const { from, to } of completed) {
            expect(from).toBeGreaterThanOrEqual(neededFrom)
            expect(to).toBeLessThanOrEqual(row + rows)
          }
          answered.push(...completed)
        }
        const all = finder.end([])
        expect(answered).toEqual(all.slice(0, answered.length))
        for (const { from } of all.slice(answered.length)) expect(from).toBeGreaterThanOrEqual(finder.neededFrom())
        expect(all).toEqual(segmentsOf(probability, { modelType }))
      })

  it('needs no more rows than a segment may have, besides those around an undecided one', () => {
    const finder = createSegmentFinder({ ...OPTIONS, modelType: 'DBScan' })
    for (let row = 0; row < 1000; row += 10) {
      finder.add(probability.subarray(row, row + 10))
      expect(row + 10 - finder.neededFrom()).toBeLessThanOrEqual(100)
    }
  })
})
