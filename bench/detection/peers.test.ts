import { describe, expect, it } from 'vitest'
import type { PeerComparison } from '../../packages/engine/src/index.ts'
import { findByRow } from './peers-world/find-by-row.ts'
import { addScores, scoreFleet } from './peers-world/score-fleet.ts'
import { FLEET_KINDS, type Fleet, simulateFleet } from './peers-world/simulate-fleet.ts'

const SIZE = { members: 5, rows: 300, faultRows: [20, 60] } as const

/** Hypothetical findings, as spans of one instance. */
function found(column: number, ...spans: [fromRow: number, toRow: number, side: 1 | -1][]): PeerComparison[] {
  const reported = spans.map(([fromRow, toRow, side]) => ({
    fromRow,
    toRow,
    side,
    start: 0,
    end: 0,
    rows: 1,
    distance: side,
  }))
  const member = { column, seriesId: '', instance: '', mode: 0, rows: 10, share: 0, spans: reported }
  return [{ kind: 'compared', metric: 'cpu', members: [member], modes: [] }]
}

describe('simulateFleet', () => {
  it('is the same for the same seed, with faults of the length that was asked for', () => {
    for (const kind of FLEET_KINDS) {
      const one = simulateFleet(kind, SIZE, 3, 7)
      expect(simulateFleet(kind, SIZE, 3, 7)).toEqual(one)
      const [fault] = one.faults
      expect(fault!.toRow - fault!.fromRow).toBeGreaterThanOrEqual(20)
      expect(fault!.toRow - fault!.fromRow).toBeLessThan(60)
    }
  })

  it('differs from a fleet without faults by the shift alone', () => {
    const quiet = simulateFleet(FLEET_KINDS[0]!, SIZE, 0, 7).frame
    const { frame, faults } = simulateFleet(FLEET_KINDS[0]!, SIZE, 3, 7)
    const { column, fromRow, toRow, side } = faults[0]!
    for (const row of quiet.times.keys()) {
      const isOff = row >= fromRow && row < toRow
      expect(frame.columns[column]![row]! - quiet.columns[column]![row]!).toBeCloseTo(isOff ? 3 * side : 0, 9)
    }
  })
})

describe('scoreFleet', () => {
  const frame = { ...simulateFleet(FLEET_KINDS[0]!, SIZE, 3, 7).frame }
  const fleet: Fleet = { frame, faults: [{ column: 2, fromRow: 100, toRow: 150, side: 1 }] }

  it('counts by spans and by samples', () => {
    expect(scoreFleet(fleet, found(2, [110, 160, 1], [200, 210, 1]))).toEqual({
      spans: { found: 2, right: 1, hit: 1, true: 1 },
      rows: { found: 60, right: 40, true: 50 },
    })
  })

  it('counts the opposite side as wrong, and ignores a fault without values', () => {
    expect(scoreFleet(fleet, found(2, [110, 160, -1])).spans).toEqual({ found: 1, right: 0, hit: 0, true: 1 })
    const gone = { ...fleet, frame: { ...frame, columns: frame.columns.map((c) => c.map(() => Number.NaN)) } }
    expect(scoreFleet(gone, found(2)).spans.true).toBe(0)
  })

  it('adds up', () => {
    const score = scoreFleet(fleet, found(2, [110, 160, 1]))
    expect(addScores([score, score]).rows).toEqual({ found: 100, right: 80, true: 100 })
  })
})

describe('findByRow', () => {
  it('joins consecutive rows beyond three deviations into one span', () => {
    const columns = [1, 2, 3, 4].map((level) => Float64Array.of(level, level, level, level))
    columns.push(Float64Array.of(2.5, 90, 90, 2.5))
    const series = columns.map((_, k) => ({ id: `${k}`, metric: 'cpu', instance: `${k}` }))
    const frame = { times: Float64Array.of(0, 1, 2, 3), stepMs: 1, series, columns }
    const [comparison] = findByRow({ frame, faults: [] })
    expect(comparison).toMatchObject({
      members: [
        { spans: [] },
        { spans: [] },
        { spans: [] },
        { spans: [] },
        { spans: [{ fromRow: 1, toRow: 3, side: 1 }] },
      ],
    })
  })
})
