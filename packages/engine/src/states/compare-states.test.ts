import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { parseSeriesName } from '../series/series-name.ts'
import { createRandom, normal } from '../stats/random.ts'
import { compareStates } from './compare-states.ts'
import type { ComparedStates } from './states.ts'

const ROWS = 400

/** Instances whose memory follows their load; `own` says what an instance does differently, as [load, memory]. */
function simulate(
  count: number,
  own: (instance: number, row: number) => readonly [number, number] = () => [0, 0],
): Frame {
  const random = createRandom(5)
  const columns: Float64Array[] = []
  const series = Array.from({ length: count }, (_, k) => [`load[n${k}]`, `mem[n${k}]`])
    .flat()
    .map(parseSeriesName)
  for (let k = 0; k < count; k++) {
    const load = new Float64Array(ROWS)
    const memory = new Float64Array(ROWS)
    for (let row = 0; row < ROWS; row++) {
      const [more, moreMemory] = own(k, row)
      const shared = 20 * Math.sin(row / 15)
      load[row] = 50 + shared + 2 * normal(random) + more
      memory[row] = 80 + 0.5 * shared + normal(random) + moreMemory
    }
    columns.push(load, memory)
  }
  return { times: Float64Array.from({ length: ROWS }, (_, row) => row * 60_000), stepMs: 60_000, series, columns }
}

const compared = (found: ComparedStates) => {
  if (found.kind !== 'compared') throw new Error('not compared')
  return found
}

describe('compareStates', () => {
  it('ranks the instance first that is in other states than the others', () => {
    const frame = simulate(8, (k, row) => (k === 3 && row > 150 ? [25, -12] : [0, 0]))
    const { members, metrics, mean, without } = compared(compareStates(frame))
    expect(metrics).toEqual(['load', 'mem'])
    expect(without).toEqual([])
    expect(members[0]).toMatchObject({ instance: 'n3', rows: ROWS })
    expect(members[0]!.distance).toBeGreaterThan(0.4)
    expect(members[1]!.distance).toBeLessThan(0.2)
    expect(mean).toHaveLength(1024)
    expect(mean.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9)
    for (const { hits, rows } of members) expect(hits.reduce((sum, one) => sum + one, 0)).toBe(rows)
  })

  it('measures an instance that is always larger from its own past', () => {
    const frame = simulate(6, (k) => (k === 2 ? [60, 30] : [0, 0]))
    expect(compared(compareStates(frame)).members[0]!.distance).toBeGreaterThan(0.9)
    const [first] = compared(compareStates(frame, 200)).members
    expect(first!.distance).toBeLessThan(0.3)
    expect(first!.rows).toBe(200)
  })

  it('names instances that lack a metric or have too few rows', () => {
    const frame = simulate(7)
    frame.columns[3]!.fill(Number.NaN)
    frame.columns[8]!.fill(Number.NaN, 10)
    const { members, without } = compared(compareStates(frame))
    expect(without.toSorted()).toEqual(['n1', 'n4'])
    expect(members).toHaveLength(5)
  })

  it('says that two instances are too few, and none', () => {
    expect(compareStates(simulate(2))).toEqual({ kind: 'insufficient', need: 3, got: 0 })
    expect(compareStates({ ...simulate(1), series: [], columns: [] })).toEqual({
      kind: 'insufficient',
      need: 3,
      got: 0,
    })
    expect(compareStates(simulate(5), ROWS)).toEqual({ kind: 'insufficient', need: 3, got: 0 })
  })

  it('bears constants', () => {
    const frame = simulate(4)
    const constant = { ...frame, columns: frame.columns.map((values) => values.map(() => 7)) }
    for (const { distance } of compared(compareStates(constant)).members) expect(distance).toBeCloseTo(0, 9)
  })
})
