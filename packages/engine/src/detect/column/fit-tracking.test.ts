import { expect, it } from 'vitest'
import { fitTracking } from './fit-tracking.ts'

const ROWS = 1000
const track = (value: (row: number) => number) =>
  fitTracking(
    Float64Array.from({ length: ROWS }, (_, row) => value(row)),
    new Float64Array(ROWS).fill(1),
  )

it('holds the level of a column that goes to and fro between two or three values', () => {
  for (const states of [2, 3]) {
    const { drifts, gain } = track((row) => 10 + 40 * (Math.floor(row / 120) % states))
    expect({ states, drifts, gain }).toEqual({ states, drifts: false, gain: 0 })
  }
})

it('follows a step for good, a staircase, and a slow gauge in whole numbers', () => {
  expect(track((row) => (row < 500 ? 10 : 12)).drifts).toBe(true)
  expect(track((row) => Math.floor(row / 150)).drifts).toBe(true)
  expect(track((row) => Math.round(20 + 4 * Math.sin(row / 60))).drifts).toBe(true)
})
