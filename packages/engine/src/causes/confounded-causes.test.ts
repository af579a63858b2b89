import { describe, expect, it } from 'vitest'
import type { Frame } from '../series/frame.ts'
import { changeRows, simulateFrame } from '../testing/simulate-frame.ts'
import type { CauseRanking } from './cause.ts'
import { rankCauses } from './rank-causes.ts'
import { renderCause } from './render-cause.ts'

const INSTANCES = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6']
const ROWS = 200
const cpu = (k: number): number => 2 * k
const latency = (k: number): number => 2 * k + 1
const calm = simulateFrame(
  Array(2 * INSTANCES.length).fill('noise'),
  ROWS,
  5,
  INSTANCES.flatMap((name) => [`cpu[${name}]`, `latency[${name}]`]),
)

function raise(frame: Frame, columns: readonly number[], from: number, by: number): Frame {
  return columns.reduce((raised, column) => changeRows(raised, column, from, ROWS, (x) => x + by), frame)
}

function rank(frame: Frame): CauseRanking {
  const ranking = rankCauses(frame, { start: calm.times[151]!, end: calm.times[ROWS - 1]! })
  if (ranking.kind !== 'ranked') throw new Error(ranking.reason)
  return ranking
}

describe('causes beside something that misleads', () => {
  const surge = raise(
    calm,
    INSTANCES.map((_, k) => cpu(k)),
    149,
    60,
  )

  it('finds what one instance does beyond a surge on all of them, a little later', () => {
    const { causes } = rank(raise(surge, [cpu(3)], 152, 15))
    expect(causes[0]).toMatchObject({
      seriesId: 'cpu[n4]',
      reasons: { onset: calm.times[152], common: { count: 6, of: 6, isAll: false } },
    })
    expect(causes[1]!.reasons.common).toEqual({ count: 6, of: 6, isAll: true })
    expect(renderCause(causes[0]!, 'en')).toContain('further than others when 6 of 6 instances moved at once')
    expect(renderCause(causes[1]!, 'en')).toContain('as 6 of 6 instances moved at once')
    expect(renderCause(causes[1]!, 'zh-CN')).toContain('6 个实例中有 6 个同时变化，与之相同')
  })

  it('lists all of them where the surge is all there is', () => {
    const { causes, onset } = rank(surge)
    expect(causes.map(({ seriesId }) => seriesId).sort()).toEqual(INSTANCES.map((name) => `cpu[${name}]`))
    expect(onset).toBe(calm.times[149])
  })

  it('takes nothing for common that spreads from one instance to the next', () => {
    const spread = INSTANCES.reduce((frame, _, k) => raise(frame, [latency(k)], 150 + 6 * k, 60), calm)
    const { causes } = rank(spread)
    expect(causes[0]).toMatchObject({ seriesId: 'latency[n1]' })
    expect(causes.every(({ reasons }) => reasons.common === undefined)).toBe(true)
  })

  it('puts a resource that moved by little before the latency that it led to, which went further', () => {
    const slow = raise(raise(raise(calm, [cpu(1)], 150, 15), [latency(1)], 151, 40), [latency(0), latency(4)], 153, 40)
    const { causes } = rank(slow)
    expect(causes[0]!.seriesId).toBe('cpu[n2]')
    const effect = causes.find(({ seriesId }) => seriesId === 'latency[n2]')!
    expect(effect.reasons.resource).toBe('cpu')
    expect(renderCause(effect, 'en')).toContain('cpu there had moved by then')
    expect(renderCause(effect, 'zh-CN')).toContain('该处的 cpu 当时已变化')
  })
})
