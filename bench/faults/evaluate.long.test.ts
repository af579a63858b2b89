import { describe, expect, it } from 'vitest'
import { evaluate } from './evaluate.ts'
import type { FaultRun } from './fault-run.ts'
import { shopRun } from './fault-runs.ts'
import { modelDetector } from './model-detector.ts'

const times = Float64Array.from({ length: 100 }, (_, row) => row * 60_000)
const whole = { times, stepMs: 60_000, series: [], columns: [] }
const minutes = (from: number, to: number) => ({ from: from * 60_000, to: to * 60_000 })
const run: FaultRun = {
  name: 'run',
  training: whole,
  whole,
  evaluatedFrom: 20 * 60_000,
  faults: [{ name: 'hog', first: ['cpu[a]'], ...minutes(50, 59) }],
}

describe('evaluate', () => {
  it('counts a fault as found when a finding overlaps it, and returns the series named first', () => {
    const { faults } = evaluate(run, [
      { ...minutes(40, 50), first: 'memory[a]' },
      { ...minutes(52, 59), first: 'cpu[a]' },
    ])
    expect(faults[0]).toMatchObject({ found: true, first: 'cpu[a]', isFirstRight: true, covered: 0.9 })
  })

  it('counts the evaluated rows outside the fault that were flagged, trained ones not', () => {
    const { flaggedOutside } = evaluate(run, [
      { ...minutes(0, 10), first: 'x' },
      { ...minutes(43, 56), first: 'x' },
    ])
    expect(flaggedOutside).toBe(7 / 70)
  })

  it('counts a fault as missed when nothing overlaps it', () => {
    expect(evaluate(run, []).faults[0]).toMatchObject({ found: false, first: '', isFirstRight: false, covered: 0 })
  })
})

describe('the week of the samples', () => {
  const week = shopRun()

  it.each(['Split', 'Hybrid', 'SplitByGroup'] as const)(
    'is found with each of its faults for at least four fifths of its rows, and nothing else (%s)',
    (modelType) => {
      const { faults, flaggedOutside } = evaluate(week, modelDetector(modelType).find(week))
      expect(Math.min(...faults.map(({ covered }) => covered))).toBeGreaterThanOrEqual(0.8)
      expect(flaggedOutside).toBe(0)
    },
  )
})
