import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../stats/random.ts'
import { openSeries } from '../testing/open-series.ts'
import { isArmed } from './expectation.ts'
import { addFaultRow, type FormerFault, isRelapse } from './relapse.ts'
import { emptyWatch, watchSeries } from './watch-series.ts'

const STEP_MS = 10_000
const HOUR = 360
const OPTIONS = { stepMs: STEP_MS, q: 0.01, cvalue: 5 }

/** Rows that are flagged of a series with noise around 20, on which faults of 30 rows lie. */
function flaggedRows(faults: readonly { at: number; by: number }[], rows: number): number[] {
  const random = createRandom(5)
  const detector = openSeries()
  const watch = emptyWatch('gauge')
  const flagged: number[] = []
  for (let row = 0; row < rows; row++) {
    const fault = faults.find(({ at }) => row >= at && row < at + 30)
    const value = 20 + normal(random) + (fault?.by ?? 0)
    const found = watchSeries(watch, () => detector, value, { row, time: row * STEP_MS, steps: 1 }, OPTIONS)
    if (found !== undefined && found.sample.probability < OPTIONS.q && isArmed(watch)) flagged.push(row)
  }
  return flagged
}

describe('a fault that comes again', () => {
  const first = 9500
  const within = (flagged: readonly number[], at: number) => flagged.filter((row) => row >= at && row < at + 30).length

  it('is found again, though the streaming engine has come to know it', () => {
    const again = [60, 2 * HOUR, 5 * HOUR].map((after) => ({ at: first + after, by: 30 }))
    const flagged = flaggedRows([{ at: first, by: 30 }, ...again], first + 6 * HOUR)
    for (const { at } of again) expect(within(flagged, at)).toBeGreaterThanOrEqual(20)
  })

  it('is none where it goes the other way, not nearly as far, or no farther than what was no fault', () => {
    const former = [{ armedAt: 100, rows: 10, offsets: 300 }]
    const at = { row: 200, val: 0.5, usual: 5 }
    expect(isRelapse(former, { ...at, offset: 25 }, OPTIONS)).toBe(true)
    expect(isRelapse(former, { ...at, offset: -25 }, OPTIONS)).toBe(false)
    expect(isRelapse(former, { ...at, offset: 15 }, OPTIONS)).toBe(false)
    expect(isRelapse(former, { ...at, val: 0.2, offset: 25 }, OPTIONS)).toBe(false)
    expect(isRelapse(former, { ...at, usual: 22, offset: 25 }, OPTIONS)).toBe(false)
  })

  it('is awaited for half a day, and for three days at another time of the day: what comes every night is usual', () => {
    const former = [{ armedAt: 100, rows: 10, offsets: 300 }]
    const isAgain = (hours: number): boolean =>
      isRelapse(former, { val: 0.5, offset: 30, usual: 0, row: 100 + hours * HOUR }, OPTIONS)
    expect([12, 17, 36, 60].map(isAgain)).toEqual([true, true, true, true])
    expect([19, 24, 29, 48, 72, 84].map(isAgain)).toEqual([false, false, false, false, false, false])
  })
})

it('takes a row or two for no fault, and forgets none for it', () => {
  const add = (faults: readonly FormerFault[], armedAt: number, rows: number) =>
    Array.from({ length: rows }).reduce<readonly FormerFault[]>(
      (known, _, row) => addFaultRow(known, { armedAt, row: armedAt + row, offset: 8 }, OPTIONS.cvalue),
      faults,
    )
  const fault = { armedAt: 10, lastRow: 15, rows: 6, offsets: 48 }
  expect(add([], 10, 6)).toEqual([fault])
  expect(add([fault], 50, 2)).toEqual([fault, { armedAt: 50, lastRow: 51, rows: 2, offsets: 16 }])
  expect(add(add([fault], 50, 2), 90, 1)).toEqual([fault, { armedAt: 90, lastRow: 90, rows: 1, offsets: 8 }])
  expect(add([fault], 50, 5)).toEqual([{ armedAt: 50, lastRow: 54, rows: 5, offsets: 40 }])
})
