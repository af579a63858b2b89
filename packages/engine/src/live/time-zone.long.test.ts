import { describe, expect, it } from 'vitest'
import { CLOCK_CHANGES, simulateLocalDays } from '../testing/local-days.ts'
import { createLiveDetector } from './live-detector.ts'
import type { LiveOptions, LiveState } from './live-state.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const STEP_MS = 5 * MINUTE
const OPTIONS: LiveOptions = { stepMs: STEP_MS, pvalue: 0.99, cvalue: 5 }
const keys = ['a', 'b'].map((instance) => ({
  key: { id: `load[${instance}]`, metric: 'load', instance },
  type: 'gauge' as const,
}))
const [spring, autumn] = CLOCK_CHANGES as [(typeof CLOCK_CHANGES)[0], (typeof CLOCK_CHANGES)[0]]
const DAYS = { before: 15, after: 3, stepMs: STEP_MS }

/** Rows of two series, and the keys of what is found in them; goes on from a state. */
function findIn(
  change: typeof spring,
  given: LiveOptions,
  { from = 0, to = 18 * 288, state = undefined as LiveState | undefined } = {},
) {
  const columns = [1, 2].map((seed) => simulateLocalDays(change, { ...DAYS, seed }))
  const detector = createLiveDetector(given, state)
  if (state === undefined) detector.addSeries(keys)
  const times = columns[0]!.times.slice(from, to)
  const { changed } = detector.push({ times, columns: columns.map(({ values }) => values.slice(from, to)) })
  const late = changed.filter((one) => (one.type === 'period' ? one.period.start : one.gap.start) > change.at - 5 * DAY)
  return { found: late.map(({ key }) => key), state: detector.save() }
}

describe('createLiveDetector with a time zone', () => {
  it.each([spring, autumn])('finds nothing where clocks of $timeZone are put $what', (change) => {
    const { found, state } = findIn(change, { ...OPTIONS, timeZone: change.timeZone })
    expect(found).toEqual([])
    expect(state.options.timeZone).toBe('Europe/Berlin')
  })

  it.each([spring, autumn])('finds something without where they are put $what', (change) => {
    expect(findIn(change, OPTIONS).found.length).toBeGreaterThan(0)
  })

  it('goes on from a state of another zone, without a finding there or at the change', () => {
    const half = 13 * 288
    const { state } = findIn(autumn, OPTIONS, { to: half })
    const { found } = findIn(autumn, { ...OPTIONS, timeZone: autumn.timeZone }, { from: half, state })
    expect(found).toEqual([])
  })

  it('refuses an unknown zone', () => {
    expect(() => createLiveDetector({ ...OPTIONS, timeZone: 'Mars/Olympus' })).toThrow(RangeError)
  })
})
