import { describe, expect, it } from 'vitest'
import { createRandom } from '../stats/random.ts'
import { thinEvents } from './fit-views.ts'

const random = createRandom(2)
const normal = Float64Array.from({ length: 500 }, () => -Math.log(1 - random()))
const withEvent = (rows: number, anomalyScore: number) =>
  normal.map((value, row) => (row >= 200 && row < 200 + rows ? anomalyScore : value))

describe('thinEvents', () => {
  it('keeps the first row of a long event', () => {
    const thinned = thinEvents(withEvent(20, 40))
    expect(thinned[200]).toBe(40)
    expect(thinned.subarray(201, 220).every(Number.isNaN)).toBe(true)
    expect(thinned[220]).toBe(normal[220])
  })

  it('leaves short events and what chance may bring alone', () => {
    expect(thinEvents(withEvent(4, 40))).toEqual(withEvent(4, 40))
    expect(thinEvents(withEvent(20, 5))).toEqual(withEvent(20, 5))
    expect(thinEvents(normal)).toEqual(normal)
  })
})
