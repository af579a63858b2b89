import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { drawRollout } from './draw-rollout.ts'

const MINUTE = 60_000
const DAY = 1440
const START = Date.UTC(2026, 0, 5)
const AT = START + 8 * DAY * MINUTE

function simulate(names: readonly string[], days: number, change: (name: string, row: number) => number): Frame {
  const random = createRandom(2)
  const times = Float64Array.from({ length: days * DAY }, (_, row) => START + row * MINUTE)
  const columns = names.map((name) => times.map((_, row) => 20 + normal(random) + change(name, row)))
  return { times, stepMs: MINUTE, series: names.map(parseSeriesName), columns }
}
const since = (row: number) => row >= 8 * DAY
const worse = (name: string, row: number) => (name === 'latency[a]' && since(row) ? 6 : 0)
const peakOf = (at: Float64Array, density: Float64Array) => at[density.indexOf(Math.max(...density))]!
const HOURS = { at: AT, beforeMs: 120 * MINUTE, afterMs: 60 * MINUTE }

describe('drawRollout', () => {
  it('gives the line from the window before to the one after, and a density of each', () => {
    const frame = simulate(['latency[a]'], 9, worse)
    const drawn = drawRollout(frame, { ...HOURS, earlierWeeks: 0 }, { metric: 'latency' })!
    expect([frame.times[drawn.fromRow], drawn.values.length]).toEqual([AT - 120 * MINUTE, 180])
    expect(drawn.values[0]).toBe(frame.columns[0]![drawn.fromRow])
    expect([drawn.control, drawn.controls]).toEqual(['none', []])
    const { at, before, after } = drawn.density
    expect(Math.abs(peakOf(at, before) - 20)).toBeLessThan(1)
    expect(Math.abs(peakOf(at, after) - 26)).toBeLessThan(1)
  })

  it('draws control instances at the level of the others, and each earlier week by itself', () => {
    const beside = simulate(
      ['latency[a]', 'latency[b]', 'latency[c]'],
      9,
      (name, row) => worse(name, row) + (name === 'latency[b]' ? 100 : 0),
    )
    const controlled = drawRollout(beside, { ...HOURS, instances: ['a'] }, { metric: 'latency' })!
    expect([controlled.control, controlled.controls.length]).toEqual(['instances', 1])
    expect(Math.abs(controlled.controls[0]!.values[10]! - 20)).toBeLessThan(4)
    const alone = drawRollout(simulate(['latency[a]'], 9, worse), HOURS, { metric: 'latency' })!
    expect(alone.control).toBe('weeks')
    expect(alone.controls.map(({ ago }) => ago)).toEqual([1])
    expect(alone.controls[0]!.values).toHaveLength(180)
  })

  it('draws the median of several instances in their unit', () => {
    const frame = simulate(['latency[a]', 'latency[b]', 'latency[c]'], 9, () => 0)
    const { values } = drawRollout(frame, { ...HOURS, earlierWeeks: 0 }, { metric: 'latency' })!
    for (const value of values) expect(Math.abs(value - 20)).toBeLessThan(5)
  })

  it('has nothing for a metric that the rollout did not reach, and bears empty windows', () => {
    const frame = simulate(['latency[a]'], 9, () => 0)
    expect(drawRollout(frame, HOURS, { metric: 'errors' })).toBeUndefined()
    const late = drawRollout(frame, { at: AT + 40 * DAY * MINUTE }, { metric: 'latency' })!
    expect([late.values.length, late.density.at.length]).toEqual([0, 0])
  })
})
