import { describe, expect, it } from 'vitest'
import { planForecast } from './plan-forecast.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const position = 1_700_000_000_000

const plan = (hours: number, historyMs: number, samplingMs = 5000) =>
  planForecast({ hours, samplingMs, firstTime: position - historyMs, position, timeZone: 'UTC' })
const stepsBack = ({ from, historyFrom, stepMs }: ReturnType<typeof plan>) => (from - historyFrom) / stepMs

describe('planForecast', () => {
  it('takes finer steps for a shorter forecast and a shorter history', () => {
    expect(plan(24, 30 * day)).toMatchObject({ stepMs: 15 * minute, steps: 96 })
    expect(plan(24, 3 * day)).toMatchObject({ stepMs: 10 * minute, steps: 144 })
    expect(plan(6, 3 * day)).toMatchObject({ stepMs: 5 * minute, steps: 72 })
    expect(plan(2, 30 * day)).toMatchObject({ stepMs: 5 * minute, steps: 24 })
    expect(plan(2, 4 * hour)).toMatchObject({ stepMs: minute, steps: 120 })
    expect(plan(168, 60 * day)).toMatchObject({ stepMs: 120 * minute, steps: 84 })
  })

  it('looks back over at most 1,344 steps, three times as far as ahead for a long one', () => {
    expect(stepsBack(plan(2, 30 * day))).toBe(1344)
    expect(stepsBack(plan(24, 30 * day))).toBe(1344)
    expect(stepsBack(plan(168, 60 * day))).toBe(252)
    expect(stepsBack(plan(24, 90 * minute))).toBe(10)
  })

  it('has steps of whole sampling intervals, at least one ahead', () => {
    expect(plan(2, 3 * day, 7 * minute).stepMs).toBe(7 * minute)
    expect(plan(2, 3 * day, hour)).toMatchObject({ stepMs: hour, steps: 2 })
    expect(plan(2, 300 * day, day)).toMatchObject({ stepMs: day, steps: 1 })
  })

  it('begins at the end of the last whole step', () => {
    const { from, stepMs } = plan(24, 3 * day)
    expect(from % stepMs).toBe(0)
    expect(position - from).toBeLessThan(stepMs)
    expect(position + 5000).toBeGreaterThanOrEqual(from)
  })
})
