import type { Period } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { contributions, neighbour, periodDuration } from './period-model.ts'

const period = (id: string, start: number, val: number): Period => ({
  id,
  number: 1,
  start,
  end: start + 1,
  rows: 1,
  val,
  isMissingValue: false,
  kind: 'anomaly',
  state: 'over',
  series: [],
  sentence: '',
  probability: null,
})
const three = [period('b', 20, -8), period('a', 10, 3), period('c', 30, 8)]

describe('neighbour', () => {
  it('moves in time', () => {
    expect(neighbour(three, 'a', 1)?.id).toBe('b')
    expect(neighbour(three, 'c', -1)?.id).toBe('b')
  })
  it('is null at the ends', () => expect(neighbour(three, 'c', 1)).toBeNull())
  it('is null for an unknown period', () => expect(neighbour(three, 'x', 1)).toBeNull())
})

it('puts the largest share first, with the names of the series', () => {
  const named: Period = {
    ...period('a', 0, 5),
    series: [
      { seriesId: 'mem[n1]', share: 0.2, side: 1 },
      { seriesId: 'cpu[n1]', share: 0.8, side: 1, peak: 98, usual: 40 },
    ],
  }
  const series = [
    {
      seriesId: 'cpu[n1]',
      metric: 'cpu',
      instance: 'n1',
      unit: '%',
      min: 0,
      max: 1,
      mean: 0,
      deviation: 0,
      present: 1,
      flagged: 0,
    },
  ]
  expect(contributions(named, { series })).toEqual([
    { seriesId: 'cpu[n1]', label: 'cpu · n1', share: 0.8, side: 1, peak: 98, expected: 40, unit: '%' },
    { seriesId: 'mem[n1]', label: 'mem[n1]', share: 0.2, side: 1, peak: null, expected: null, unit: '' },
  ])
})

it('includes the last sample of a period', () => {
  expect(periodDuration({ start: 0, end: 60_000 }, 60_000)).toBe(120_000)
  expect(periodDuration({ start: 0, end: 60_000 }, null)).toBe(60_000)
})
