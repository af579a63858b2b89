import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { measureStops } from './measure-stops.ts'

const BEFORE = 20
const WINDOW = { fromRow: 0, atRow: BEFORE, toRow: BEFORE + 8 }
const NONE = Number.NaN

/** Twenty rows of 5, then what is given for each series. */
function frameOf(after: Record<string, number[]>, before = 5): Frame {
  const columns = Object.values(after).map((values) => Float64Array.from([...Array(BEFORE).fill(before), ...values]))
  const times = Float64Array.from({ length: WINDOW.toRow }, (_, row) => row * 60_000)
  return { times, stepMs: 60_000, series: Object.keys(after).map(parseSeriesName), columns }
}
const FINE = [5, 5, 5, 5, 5, 5, 5, 5]
const GONE = [5, 5, NONE, NONE, NONE, NONE, NONE, 5]
const ZERO = [5, 5, 0, 0, 0, 0, 0, 5]

describe('measureStops', () => {
  it('by hand: a series that reports nothing from the third row on, for five of six', () => {
    const [stop, other] = measureStops(frameOf({ 'cpu[a]': GONE, 'cpu[b]': FINE }), WINDOW)
    expect(stop).toMatchObject({ hasStopped: true, side: -1, onsetRow: BEFORE + 2, persistence: 5 / 6, usual: 5 })
    expect(other).toBeUndefined()
  })

  it('takes an instance whose metrics are all nothing or 0 for stopped, and one metric at 0 for none', () => {
    const down = measureStops(frameOf({ 'cpu[a]': ZERO, 'mem[a]': GONE, 'cpu[b]': FINE }), WINDOW)
    expect(down.map((stop) => stop?.onsetRow)).toEqual([BEFORE + 2, BEFORE + 2, undefined])
    expect(measureStops(frameOf({ 'cpu[a]': ZERO, 'mem[a]': FINE, 'cpu[b]': ZERO }), WINDOW)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('does not blame a target for a collector that was silent', () => {
    expect(measureStops(frameOf({ 'cpu[a]': GONE, 'cpu[b]': GONE }), WINDOW)).toEqual([undefined, undefined])
  })

  it('passes over short gaps, and series that are seldom there', () => {
    const short = [5, NONE, NONE, 5, 5, 5, 5, NONE]
    expect(measureStops(frameOf({ 'cpu[a]': short, 'cpu[b]': FINE }), WINDOW)[0]).toBeUndefined()
    expect(measureStops(frameOf({ 'cpu[a]': GONE, 'cpu[b]': FINE }, NONE), WINDOW)[0]).toBeUndefined()
  })

  it('gives none for no rows and no series', () => {
    expect(measureStops(frameOf({ 'cpu[a]': FINE }), { ...WINDOW, toRow: BEFORE })).toEqual([undefined])
    expect(measureStops({ times: new Float64Array(0), stepMs: 0, series: [], columns: [] }, WINDOW)).toEqual([])
  })

  it('says the same of each series in any order and unit', () => {
    const tables = fc.array(fc.array(fc.constantFrom(NONE, 0, 5), { minLength: 8, maxLength: 8 }), {
      minLength: 4,
      maxLength: 4,
    })
    const names = ['cpu[a]', 'mem[a]', 'cpu[b]', 'mem[b]']
    fc.assert(
      fc.property(tables, fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (rows, order) => {
        const make = (places: number[], factor: number) =>
          frameOf(Object.fromEntries(places.map((k) => [names[k]!, rows[k]!.map((x) => x * factor)])), 5 * factor)
        const plain = measureStops(make([0, 1, 2, 3], 1), WINDOW).map((stop) => stop?.onsetRow)
        const other = measureStops(make(order, 1024), WINDOW).map((stop) => stop?.onsetRow)
        expect(other).toEqual(order.map((k) => plain[k]))
      }),
    )
  })
})
