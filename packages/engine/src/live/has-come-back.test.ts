import { expect, it } from 'vitest'
import { hasComeBack } from './has-come-back.ts'

const FIVE_MINUTES = 300_000
const FAULT = { armedAt: 100, rows: 10, offsets: 400 }
const at = (row: number, offset: number, armedAt = Number.NaN) =>
  hasComeBack([FAULT], { row, offset, spread: 1, armedAt }, FIVE_MINUTES)

it('is true in the expected range, above or below', () => {
  expect([at(112, 3), at(112, -3), at(112, 3.1), at(112, -3.1)]).toEqual([true, true, false, false])
})

it('is false of a row more than half as far off as the fault, however near', () => {
  const small = { armedAt: 100, rows: 10, offsets: -20 }
  const back = (offset: number) => hasComeBack([small], { row: 112, offset, spread: 1, armedAt: 100 }, FIVE_MINUTES)
  expect([back(-1), back(-1.1), back(1.1)]).toEqual([true, false, false])
})

it('counts a fault that goes on, and for 144 rows one that has ended', () => {
  expect([at(900, 1, 100), at(254, 1), at(255, 1), at(255, 1, 250)]).toEqual([true, true, false, false])
})

it('counts points of five minutes where values come sooner, and values where they come later', () => {
  const lasts = (stepMs: number): number => {
    let row = 112
    while (hasComeBack([FAULT], { row, offset: 1, spread: 1, armedAt: Number.NaN }, stepMs)) row++
    return row - 111
  }
  expect([10_000, 60_000, 3_600_000].map(lasts)).toEqual([30 * 144, 5 * 144, 144])
})

it('is true of a value as always in a series that never had any other', () => {
  expect(hasComeBack([FAULT], { row: 112, offset: 0, spread: 0, armedAt: 100 }, FIVE_MINUTES)).toBe(true)
})

it('is false without a fault', () => {
  expect(hasComeBack([], { row: 5, offset: 0, spread: 1, armedAt: Number.NaN }, FIVE_MINUTES)).toBe(false)
})
