import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findRuns } from './find-runs.ts'

const NaN_ = Number.NaN
/** F flagged, b can be bridged, - cannot, . missing. */
const runsOf = (text: string, count: number) => {
  const values = { F: 0.001, b: 0.05, '-': 0.5, '.': NaN_ } as Record<string, number>
  return findRuns(
    [...text].map((c) => values[c]!),
    0.01,
    count,
  ).map((run) => [run.fromRow, run.toRow])
}

describe('findRuns', () => {
  it('opens at the c-th flagged row and is dated back to the first', () => {
    expect(runsOf('--FFF--', 3)).toEqual([[2, 5]])
    expect(runsOf('--FF---', 3)).toEqual([])
  })

  it('bridges rows that are nearly flagged, which do not count', () => {
    expect(runsOf('FFbFF', 4)).toEqual([[0, 5]])
    expect(runsOf('FFbFF', 5)).toEqual([])
    expect(runsOf('FbFbFbF', 4)).toEqual([[0, 7]])
    expect(runsOf('FFbbbFF', 4)).toEqual([[0, 7]])
    expect(runsOf('bbFFFbb', 3)).toEqual([[2, 5]])
  })

  it('does not bridge a row that is not nearly flagged', () => {
    expect(runsOf('FF-FF', 2)).toEqual([
      [0, 2],
      [3, 5],
    ])
    expect(runsOf('FF-FF', 4)).toEqual([])
  })

  it('finds in each run at a threshold of 0.1 or less at most one at a stricter threshold, and none elsewhere', () => {
    const probabilities = fc.array(fc.constantFrom(0.001, 0.02, 0.07, 0.15, 0.3, NaN_), { maxLength: 60 })
    const thresholds = fc.constantFrom([0.1, 0.05], [0.1, 0.01], [0.05, 0.01])
    fc.assert(
      fc.property(probabilities, thresholds, fc.integer({ min: 1, max: 4 }), (values, [loose, strict], count) => {
        const around = findRuns(values, strict!, count).map((one) =>
          findRuns(values, loose!, count).findIndex((run) => run.fromRow <= one.fromRow && run.toRow >= one.toRow),
        )
        expect(around).not.toContain(-1)
        expect(new Set(around).size).toBe(around.length)
      }),
    )
  })

  it('lets a gap neither flag nor end a run', () => {
    expect(runsOf('FF...FF', 4)).toEqual([[0, 7]])
    expect(runsOf('FFb.bFF', 4)).toEqual([[0, 7]])
    expect(runsOf('FF.-FF', 4)).toEqual([])
    expect(runsOf('FF..', 3)).toEqual([])
  })

  it('ends a run at its last flagged row', () => {
    expect(runsOf('FFFb', 3)).toEqual([[0, 3]])
    expect(runsOf('FFF.', 3)).toEqual([[0, 3]])
    expect(runsOf('FFF', 3)).toEqual([[0, 3]])
  })

  it('flags nothing at p equal to q', () => {
    expect(findRuns([0.01, 0.01], 0.01, 1)).toEqual([])
  })

  it('gives runs in order that never touch, each with enough flagged rows', () => {
    const list = fc.array(fc.constantFrom(0.001, 0.05, 0.5, NaN_), { maxLength: 60 })
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 6 }), (p, count) => {
        let end = 0
        for (const run of findRuns(p, 0.01, count)) {
          expect(run.fromRow).toBeGreaterThanOrEqual(end)
          expect(p.slice(run.fromRow, run.toRow).filter((x) => x < 0.01).length).toBeGreaterThanOrEqual(count)
          end = run.toRow + 1
        }
      }),
    )
  })

  it('finds no fewer flagged rows for a larger q', () => {
    const rows = (p: number[], q: number) => findRuns(p, q, 1).reduce((sum, run) => sum + run.toRow - run.fromRow, 0)
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (p) => {
        expect(rows(p, 0.1)).toBeGreaterThanOrEqual(rows(p, 0.01))
      }),
    )
  })
})
