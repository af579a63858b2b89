import { expect, it } from 'vitest'
import { hasComeBack } from './has-come-back.ts'

const FAULT = { armedAt: 100, rows: 10, offsets: 400 }
const at = (row: number, offset: number, armedAt = Number.NaN) =>
  hasComeBack([FAULT], { row, offset, spread: 1, armedAt })

it('is true in the expected range, above or below', () => {
  expect([at(112, 2.9), at(112, -2.9), at(112, 3), at(112, -3.1)]).toEqual([true, true, false, false])
})

it('is false of a row more than half as far off as the fault, however near', () => {
  const small = { armedAt: 100, rows: 10, offsets: -20 }
  const back = (offset: number) => hasComeBack([small], { row: 112, offset, spread: 1, armedAt: 100 })
  expect([back(-0.9), back(-1), back(1.1)]).toEqual([true, false, false])
})

it('counts a fault that goes on, and for 144 rows one that has ended', () => {
  expect([at(900, 1, 100), at(254, 1), at(255, 1), at(255, 1, 250)]).toEqual([true, true, false, false])
})

it('is false without a fault', () => {
  expect(hasComeBack([], { row: 5, offset: 0, spread: 1, armedAt: Number.NaN })).toBe(false)
})
