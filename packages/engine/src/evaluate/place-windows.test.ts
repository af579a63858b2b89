import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWindows } from './place-windows.ts'

const times = Float64Array.from([10, 20, 30, 40, 50])

describe('placeWindows', () => {
  it('finds the rows at both ends', () => {
    expect(placeWindows(times, [{ start: 20, end: 40 }])).toEqual({ kind: 'placed', windows: [{ from: 1, to: 3 }] })
  })

  it('takes the nearest rows inside where an end is between rows', () => {
    expect(placeWindows(times, [{ start: 11, end: 39 }])).toMatchObject({ windows: [{ from: 1, to: 2 }] })
    expect(placeWindows(times, [{ start: 0, end: 999 }])).toMatchObject({ windows: [{ from: 0, to: 4 }] })
  })

  it('takes the first row of a time that repeats', () => {
    const repeated = Float64Array.from([10, 20, 20, 30, 30])
    expect(placeWindows(repeated, [{ start: 20, end: 30 }])).toMatchObject({ windows: [{ from: 1, to: 3 }] })
  })

  it('names a window that holds no row', () => {
    const window = { start: 21, end: 29 }
    expect(placeWindows(times, [{ start: 10, end: 20 }, window])).toEqual({ kind: 'unplaced', window })
    expect(placeWindows(new Float64Array(0), [window])).toEqual({ kind: 'unplaced', window })
  })

  it('names a window that times going back turned around', () => {
    const back = Float64Array.from([50, 40, 30])
    expect(placeWindows(back, [{ start: 30, end: 50 }]).kind).toBe('unplaced')
  })

  it('holds, for rising times, just the rows between both ends', () => {
    fc.assert(
      fc.property(fc.nat(70), fc.nat(70), (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)]
        const inside = times.filter((time) => time >= start && time <= end)
        const got = placeWindows(times, [{ start, end }])
        if (got.kind === 'unplaced') expect(inside).toHaveLength(0)
        else expect(times.subarray(got.windows[0]!.from, got.windows[0]!.to + 1)).toEqual(inside)
      }),
    )
  })
})
