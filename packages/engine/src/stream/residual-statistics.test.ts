import { describe, expect, it } from 'vitest'
import { createArena } from '../stats/arena.ts'
import { createRandom, normal } from '../stats/random.ts'
import { createResidualStatistics } from './residual-statistics.ts'

const STEP = 300_000
const [UP, UP_CHANGE, DOWN, DOWN_CHANGE, BURST, COLLAPSE, FROZEN] = [0, 3, 5, 8, 10, 11, 12]

/** Statistics after a day of noise about 0, and a way to go on. */
function learn(value: (row: number) => number) {
  const statistics = createResidualStatistics(createArena(new ArrayBuffer(2048)))
  let row = 0
  const next = (x: number): Float64Array | undefined =>
    statistics.measure({ time: row++ * STEP, x, expected: { value: 0, edge: 0 }, range: 10, step: x })?.slice()
  for (let k = 0; k < 288; k++) next(value(k))
  return next
}
const random = createRandom(51)
const noise = (): number => normal(random)

describe('createResidualStatistics', () => {
  it('measures a residual in its own deviations, on its side alone', () => {
    const found = learn(noise)(5)!
    expect(found[UP]).toBeGreaterThan(3.5)
    expect(found[UP]).toBeLessThan(8)
    expect(found[DOWN]).toBe(0)
    expect(learn(noise)(-5)![DOWN]).toBeGreaterThan(3.5)
  })

  it('does not take a return to what is expected for a change', () => {
    const next = learn(noise)
    expect(next(20)![UP_CHANGE]).toBeGreaterThan(10)
    const back = next(-0.1)!
    expect(back[DOWN_CHANGE]).toBeLessThan(0.5)
  })

  it('measures bursts, collapses and frozen values', () => {
    const calm = learn(noise)(0)!
    const wild = learn(noise)
    const flat = learn(noise)
    for (let k = 0; k < 23; k++) wild(8 * noise())
    for (let k = 0; k < 47; k++) flat(0.01 * noise())
    expect(wild(8)![BURST]! - calm[BURST]!).toBeGreaterThan(0.5)
    expect(flat(0)![COLLAPSE]! - calm[COLLAPSE]!).toBeGreaterThan(2)
    const still = learn(noise)
    for (let k = 0; k < 12; k++) still(1)
    expect(still(1)![FROZEN]).toBeCloseTo(Math.log(3), 10)
    expect(calm[FROZEN]).toBe(0)
  })

  it('says nothing of a series that goes one way, nor where nothing is expected', () => {
    expect(learn((row) => row)(500)).toBeUndefined()
    const statistics = createResidualStatistics(createArena(new ArrayBuffer(2048)))
    const point = { time: 0, x: 1, range: 1, step: 0, expected: { value: Number.NaN, edge: 0 } }
    expect(statistics.measure(point)).toBeUndefined()
  })
})
