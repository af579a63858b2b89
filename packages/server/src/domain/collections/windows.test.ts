import { describe, expect, it } from 'vitest'
import { dueWindows, nextCollection, nextPastWindow, pauseAfter } from './windows.ts'

const STEP = 60_000
const TRAITS = { lateMs: 0, maxWindowSteps: 100 }

describe('due windows', () => {
  it('go from the step before the last one fetched to the last whole step', () => {
    expect(dueWindows({ collectedTo: 600_000, newestAt: 540_000 }, TRAITS, STEP, 667_000)).toEqual([
      { from: 540_000, to: 660_000, stepMs: STEP },
    ])
  })

  it('are none before a step has passed', () => {
    expect(dueWindows({ collectedTo: 660_000, newestAt: 600_000 }, TRAITS, STEP, 719_999)).toEqual([])
  })

  it('reach back as far as the provider may be late', () => {
    const late = { ...TRAITS, lateMs: 5 * STEP }
    expect(dueWindows({ collectedTo: 1_200_000, newestAt: 1_140_000 }, late, STEP, 1_260_000)).toEqual([
      { from: 900_000, to: 1_260_000, stepMs: STEP },
    ])
  })

  it('reach back to the newest sample of a provider that is behind, two hours at most', () => {
    const hour = 60 * STEP
    const asked = (newestAt: number) => dueWindows({ collectedTo: 10 * hour, newestAt }, TRAITS, STEP, 10 * hour + STEP)
    expect(asked(9 * hour)[0]).toEqual({ from: 9 * hour + STEP, to: 10 * hour + STEP, stepMs: STEP })
    expect(asked(5 * hour)[0]!.from).toBe(8 * hour)
  })

  it('catch up in windows of what the provider takes, without holes', () => {
    const windows = dueWindows({ collectedTo: 60_000, newestAt: 0 }, TRAITS, STEP, 60_000 + 250 * STEP)
    expect(windows).toHaveLength(3)
    windows.slice(1).forEach(({ from }, at) => void expect(from).toBe(windows[at]!.to))
    expect(windows.at(-1)!.to).toBe(60_000 + 250 * STEP)
  })
})

describe('windows of the past', () => {
  it('come the newest first and end where they were asked to', () => {
    const fetched: [number, number][] = []
    let fetchedFrom = 250 * STEP + 7
    for (;;) {
      const window = nextPastWindow({ from: 30 * STEP, fetchedFrom }, TRAITS, STEP)
      if (!window) break
      fetched.push([window.from / STEP, window.to / STEP])
      fetchedFrom = window.from
    }
    expect(fetched).toEqual([
      [150, 250],
      [50, 150],
      [30, 50],
    ])
  })
})

describe('the next collection', () => {
  it('follows the end of the step by a delay of its own, three seconds at most', () => {
    const times = Array.from({ length: 200 }, (_, at) => nextCollection(`pj_${at}`, STEP, 60_000))
    for (const time of times) expect(time).toBeGreaterThanOrEqual(120_000)
    expect(Math.max(...times)).toBeLessThan(123_000)
    expect(new Set(times).size).toBeGreaterThan(150)
  })
})

describe('the pause after failures', () => {
  it('doubles up to a quarter of an hour', () => {
    expect([1, 2, 3, 40].map((failures) => pauseAfter(failures, undefined))).toEqual([10_000, 20_000, 40_000, 900_000])
  })

  it('is what the provider asks for, an hour at most', () => {
    expect(pauseAfter(1, 90_000)).toBe(90_000)
    expect(pauseAfter(1, 1e9)).toBe(3_600_000)
  })
})
