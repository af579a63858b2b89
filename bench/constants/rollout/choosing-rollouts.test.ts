import { expect, it } from 'vitest'
import { choosingRollouts, simulateChoosingRollout } from './choosing-rollouts.ts'

const NOTHING = { effect: 'nothing', size: 0 } as const

it('moves the instance that was reached, from the rollout on, and no other', () => {
  const kind = choosingRollouts.find(({ controls }) => controls === 2)!
  const quiet = simulateChoosingRollout(kind, NOTHING, 4).frame
  const step = simulateChoosingRollout(kind, { effect: 'step', size: 2 }, 4)
  const leak = simulateChoosingRollout(kind, { effect: 'leak', size: 2 }, 4).frame
  expect(step.frame.times[kind.before]).toBe(step.at)
  const moved = (columns: readonly Float64Array[], column: number, row: number): number =>
    columns[column]![row]! - quiet.columns[column]![row]!
  expect(moved(step.frame.columns, 0, kind.before - 1)).toBe(0)
  expect(moved(step.frame.columns, 0, kind.before)).toBeCloseTo(2, 9)
  expect(moved(leak.columns, 0, kind.before + kind.after - 1)).toBeCloseTo(2, 9)
  expect(step.frame.columns.slice(1)).toEqual(quiet.columns.slice(1))
})

it('draws values whose deviation is 1', () => {
  for (const kind of choosingRollouts) {
    if (kind.course !== undefined) continue
    const long = { ...kind, before: 40_000, after: 1 }
    const values = simulateChoosingRollout(long, NOTHING, 9).frame.columns[0]!
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
    expect(Math.sqrt(variance), kind.what).toBeGreaterThan(0.9)
    expect(Math.sqrt(variance), kind.what).toBeLessThan(1.1)
  }
})
