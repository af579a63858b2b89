import { describe, expect, it } from 'vitest'
import { type RolloutKind, simulateRollout, windowsOf } from './rollout-world/simulate-rollout.ts'

const KIND: RolloutKind = { name: '', memory: 0.8, before: 60, after: 40, controls: 1 }
const SOME = { metrics: 3, changed: 1, shift: 2 }

describe('simulateRollout', () => {
  it('shifts the instance that was reached, in the metrics that change, from the rollout on', () => {
    const { frame, at, instances } = simulateRollout(KIND, SOME, 5)
    const quiet = simulateRollout(KIND, { ...SOME, changed: 0 }, 5).frame
    expect(instances).toEqual(['i0', 'i1'])
    expect(frame.series.map(({ id }) => id).slice(0, 3)).toEqual(['latency_0[i0]', 'latency_0[i1]', 'latency_1[i0]'])
    expect(frame.times[60]).toBe(at)
    for (const [column, values] of frame.columns.entries()) {
      for (const [row, value] of values.entries())
        expect(value - quiet.columns[column]![row]!).toBeCloseTo(column === 0 && row >= 60 ? 2 : 0, 9)
    }
  })

  it('is the same for the same seed, and reaches back as many weeks as asked', () => {
    const weeks = { ...KIND, weeks: 2, season: 5 }
    expect(simulateRollout(weeks, SOME, 5)).toEqual(simulateRollout(weeks, SOME, 5))
    expect(simulateRollout(weeks, SOME, 5).frame.times.length).toBe(100 + 2 * 7 * 288)
    expect(windowsOf(weeks)).toEqual({ beforeMs: 60 * 300_000, afterMs: 40 * 300_000 })
  })
})
