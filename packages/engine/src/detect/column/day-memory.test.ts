import { describe, expect, it } from 'vitest'
import { createRandom, normal } from '../../stats/random.ts'
import { createDayMemory } from './day-memory.ts'

const DAY = 288
const STEP_MS = 300_000
const RANGE = { low: -3, high: 3 }

/** What is expected of each row, before it is taken in. */
function run(zScores: readonly number[], memory = createDayMemory(RANGE), fromRow = 0): number[] {
  return zScores.map((zScore, k) => {
    return memory.take(zScore, Date.UTC(2026, 0, 5) + (fromRow + k) * STEP_MS)
  })
}
const rows = (count: number, value: (row: number) => number): number[] => {
  const random = createRandom(3)
  return Array.from({ length: count }, (_, row) => value(row) + normal(random) / 2)
}
const largest = (values: readonly number[]): number => Math.max(...values.map(Math.abs))

describe('createDayMemory', () => {
  it('expects nothing else where nothing was out of range', () => {
    expect(largest(run(rows(4 * DAY, () => 0)))).toBe(0)
  })

  it('expects a level that has lasted for a day and a quarter, not before, and still the one before it', () => {
    const offsets = run(rows(4 * DAY, (row) => (row >= DAY && row < 3 * DAY ? 12 : 0)))
    expect(largest(offsets.slice(0, 2.2 * DAY))).toBe(0)
    for (const offset of offsets.slice(2.4 * DAY, 3 * DAY)) expect(Math.abs(offset - 12)).toBeLessThan(1.5)
    expect(largest(offsets.slice(3 * DAY))).toBe(0)
  })

  it('expects a rhythm that begins an hour earlier, from the second day on', () => {
    const wave = (row: number): number => 30 * Math.sin((2 * Math.PI * row) / DAY)
    const zScores = rows(4 * DAY, (row) => (row >= DAY ? wave(row + 12) - wave(row) : 0))
    const offsets = run(zScores)
    expect(largest(offsets.slice(0, 2 * DAY - 12))).toBeLessThan(1.5)
    const left = zScores.slice(2 * DAY).map((zScore, k) => zScore - offsets[2 * DAY + k]!)
    expect(largest(left)).toBeLessThan(4)
  })

  it('does not expect one fault of some hours at the same time the next day', () => {
    const isOff = (row: number): boolean => row % DAY >= 100 && row % DAY < 160
    expect(largest(run(rows(4 * DAY, (row) => (isOff(row) ? 15 : 0))))).toBe(0)
  })

  it('expects a state that kept coming back all day', () => {
    const zScores = rows(3 * DAY, (row) => (row >= DAY && row % 6 === 0 ? 20 : 0))
    const offsets = run(zScores)
    const from = Math.ceil(2.4 * DAY)
    expect(largest(offsets.slice(0, 2.2 * DAY))).toBe(0)
    const left = zScores.slice(from).map((zScore, k) => zScore - offsets[from + k]!)
    expect(largest(left)).toBeLessThan(3)
    expect(left.filter((zScore) => zScore < -3)).toEqual([])
  })

  it('does not come near a ramp that goes on', () => {
    const zScores = rows(5 * DAY, (row) => Math.max(0, row - DAY) / 10)
    const offsets = run(zScores)
    for (let row = 2.5 * DAY; row < 5 * DAY; row++) expect(zScores[row]! - offsets[row]!).toBeGreaterThan(20)
  })

  it('goes on from a saved state as if nothing had happened', () => {
    const zScores = rows(3 * DAY, (row) => (row >= DAY ? 12 : 0))
    const whole = run(zScores)
    const memory = createDayMemory(RANGE)
    const cut = DAY + 149
    const first = run(zScores.slice(0, cut), memory)
    const state = JSON.parse(JSON.stringify(memory.save()))
    expect([...first, ...run(zScores.slice(cut), createDayMemory(RANGE, state), cut)]).toEqual(whole)
  })

  it('takes no gap in', () => {
    const holed = rows(3 * DAY, (row) => (row >= DAY ? 12 : 0)).map((z, row) => (row % 7 === 0 ? Number.NaN : z))
    const offsets = run(holed)
    expect(offsets.every((offset) => !Number.isNaN(offset))).toBe(true)
    expect(largest(offsets.slice(2.4 * DAY))).toBeGreaterThan(10)
  })
})
