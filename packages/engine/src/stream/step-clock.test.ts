import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createStepClock, type StepClock } from './step-clock.ts'

function run(times: readonly number[]): StepClock {
  const clock = createStepClock(createArena(new ArrayBuffer(64)))
  for (const time of times) clock.add(time)
  return clock
}
const every = (stepMs: number, count = 100): number[] => Array.from({ length: count }, (_, k) => k * stepMs)

describe('createStepClock', () => {
  it('asks for the usual evidence at five minutes, more at a second, less at an hour', () => {
    expect(run(every(300_000)).pace).toBeCloseTo(0, 12)
    expect(run(every(3_600_000)).pace).toBeCloseTo(0.3 * Math.log10(12), 12)
    expect(run(every(1000)).pace).toBeCloseTo(-0.3 * Math.log10(300), 12)
  })

  it('stays within bounds at a millisecond and at a year', () => {
    expect(run(every(1)).pace).toBe(-0.75)
    expect(run(every(3e10)).pace).toBe(0.75)
  })

  it('counts points and days, and leaves out times that stop or go back', () => {
    const clock = run([0, 300_000, 300_000, 100_000, 600_000])
    expect(clock.points).toBe(5)
    expect(clock.days).toBeCloseTo(600_000 / 86_400_000, 12)
    expect(clock.pace).toBeCloseTo(0, 12)
  })

  it('hardly minds one gap of months', () => {
    const times = [...every(300_000), 100 * 300_000 + 90 * 86_400_000]
    expect(run(times).pace).toBeLessThan(0.04)
  })
})
