import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Movement, measureMovement } from './measure-movement.ts'

/** Ten rows 9, 11, 9, 11, …, then what is given. Median 10, 1.4826·MAD 1.4826, spread of the smallest step 2. */
const BEFORE = Array.from({ length: 10 }, (_, k) => 9 + 2 * (k % 2))
const window = (values: number[]) => ({ fromRow: 0, atRow: 10, toRow: 10 + values.length })
const measure = (values: number[], before = BEFORE): Movement | undefined =>
  measureMovement(Float64Array.from([...before, ...values]), {
    ...window(values),
    atRow: before.length,
    toRow: before.length + values.length,
  })

describe('measureMovement', () => {
  it('by hand: a step of 20 with a spread of 2 is a deviation of 10 that lasts', () => {
    expect(measure([10, 10, 30, 30, 30, 30])).toEqual({
      deviation: 10,
      strength: 10,
      side: 1,
      onsetRow: 12,
      persistence: 1,
      peak: 30,
      usual: 10,
      spread: 2,
    })
  })

  it('tells a fall by its side', () => {
    expect(measure([10, -10, -10, -10])).toMatchObject({ deviation: 10, side: -1, onsetRow: 11 })
  })

  it('names the furthest value, be it of one row, and measures what two reach', () => {
    expect(measure([10, 30, 50, 30, 34])).toMatchObject({ peak: 50, deviation: 10 })
    expect(measure([10, -10, -30, -10])).toMatchObject({ peak: -30, side: -1, deviation: 10 })
  })

  it('takes a lone high row for none', () => {
    expect(measure([10, 90, 10, 10])).toMatchObject({ onsetRow: -1, persistence: 0, deviation: 0 })
  })

  it('dates a slow rise back to where it left twice its spread', () => {
    expect(measure([10, 13, 15, 17, 20, 24, 30])!.onsetRow).toBe(12)
  })

  it('takes an hourly job that also ran before the incident for no movement, and more than twice as much for one', () => {
    const before = Array.from({ length: 60 }, (_, k) => (k === 20 || k === 21 ? 30 : 9 + 2 * (k % 2)))
    expect(measure([10, 30, 30, 10], before)!.onsetRow).toBe(-1)
    expect(measure([10, 54, 54, 10], before)!.onsetRow).toBe(61)
  })

  it('counts how long a movement lasts', () => {
    expect(measure([30, 30, 30, 10, 10, 10])!.persistence).toBeCloseTo(0.5, 12)
  })

  it('passes over gaps', () => {
    expect(measure([10, Number.NaN, 30, Number.NaN, 30, 30])).toMatchObject({ onsetRow: 12, deviation: 10 })
  })

  it('asks more of a series that often goes far', () => {
    const restless = Array.from({ length: 100 }, (_, k) => (k % 10 === 0 ? 50 : 9 + 2 * (k % 2)))
    const found = measure([10, 30, 30, 30], restless)!
    expect(found.strength).toBeLessThan(found.deviation)
  })

  it('bounds what a series that never varied can say', () => {
    expect(measure([0, 1000, 1000, 1000], Array(10).fill(0))).toMatchObject({ deviation: 1, onsetRow: -1 })
    expect(measure([0, 700, 1000, 990], Array(10).fill(0))).toMatchObject({ deviation: 49.5 })
  })

  it('gives undefined for fewer than ten values before or none in the incident', () => {
    expect(measure([30, 30], BEFORE.slice(1))).toBeUndefined()
    expect(measure([Number.NaN, Number.NaN])).toBeUndefined()
    expect(measure([])).toBeUndefined()
  })

  it('stays finite with values of 1e300', () => {
    const found = measure([10, 1e300, 1e300])!
    expect(found.deviation).toBe(1e6)
    expect(Number.isFinite(found.strength)).toBe(true)
  })

  it('is the same however the values are shifted and scaled', () => {
    const values = fc.array(fc.integer({ min: -200, max: 200 }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(values, fc.integer({ min: -1000, max: 1000 }), fc.constantFrom(0.25, 2, 8), (list, shift, factor) => {
        const usual = measure(list)!
        const moved = measure(
          list.map((x) => factor * x + shift),
          BEFORE.map((x) => factor * x + shift),
        )!
        expect(moved.deviation).toBeCloseTo(usual.deviation, 9)
        expect(moved.onsetRow).toBe(usual.onsetRow)
        expect(moved.side).toBe(usual.side)
      }),
    )
  })
})
