import { describe, expect, it } from 'vitest'
import { planForecast } from './plan-forecast.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const POSITION = 1_700_000_000_000

const plan = (hours: number, historyMs: number, samplingMs = 5000) =>
  planForecast({ hours, samplingMs, firstTime: POSITION - historyMs, position: POSITION, timeZone: 'UTC' })
const stepsBack = ({ from, historyFrom, stepMs }: ReturnType<typeof plan>) => (from - historyFrom) / stepMs

describe('planForecast', () => {
  it('takes finer steps for a shorter forecast and a shorter history', () => {
    expect(plan(24, 30 * DAY)).toMatchObject({ stepMs: 15 * MINUTE, steps: 96 })
    expect(plan(24, 3 * DAY)).toMatchObject({ stepMs: 10 * MINUTE, steps: 144 })
    expect(plan(6, 3 * DAY)).toMatchObject({ stepMs: 5 * MINUTE, steps: 72 })
    expect(plan(2, 30 * DAY)).toMatchObject({ stepMs: 5 * MINUTE, steps: 24 })
    expect(plan(2, 4 * HOUR)).toMatchObject({ stepMs: MINUTE, steps: 120 })
    expect(plan(168, 60 * DAY)).toMatchObject({ stepMs: 120 * MINUTE, steps: 84 })
  })

  it('looks back over at most 1,344 steps, three times as far as ahead for a long one', () => {
    expect(stepsBack(plan(2, 30 * DAY))).toBe(1344)
    expect(stepsBack(plan(24, 30 * DAY))).toBe(1344)
    expect(stepsBack(plan(168, 60 * DAY))).toBe(252)
    expect(stepsBack(plan(24, 90 * MINUTE))).toBe(10)
  })

  it('has steps of whole sampling intervals, at least one ahead', () => {
    expect(plan(2, 3 * DAY, 7 * MINUTE).stepMs).toBe(7 * MINUTE)
    expect(plan(2, 3 * DAY, HOUR)).toMatchObject({ stepMs: HOUR, steps: 2 })
    expect(plan(2, 300 * DAY, DAY)).toMatchObject({ stepMs: DAY, steps: 1 })
  })

  it('begins at the end of the last whole step', () => {
    const { from, stepMs } = plan(24, 3 * DAY)
    expect(from % stepMs).toBe(0)
    expect(POSITION - from).toBeLessThan(stepMs)
    expect(POSITION + 5000).toBeGreaterThanOrEqual(from)
  })
})
