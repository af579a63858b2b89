import type { SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import type { Metric } from '../metrics/metric-model.ts'
import { chartRequest } from './series-query.ts'

const statistics = (_: unknown, index: number): SeriesStatistics => ({
  seriesId: `cpu[n${index}]`,
  metric: 'cpu',
  instance: `n${index}`,
  min: 0,
  max: 1,
  mean: 0,
  deviation: 0,
  present: 1,
  flagged: 0,
})
const of = (count: number): Metric => ({
  name: 'cpu',
  unit: '%',
  series: Array.from({ length: count }, statistics),
  periods: [],
  gaps: [],
  named: new Map(),
  worst: 0,
  present: 1,
})

describe('chartRequest', () => {
  it('asks for fewer buckets of many lines', () => {
    expect(chartRequest(of(1), null)).toEqual({ ids: ['cpu[n0]'], buckets: 800 })
    const many = chartRequest(of(60), 'cpu[n59]')
    expect(many.ids).toContain('cpu[n59]')
    expect(many.ids.length * many.buckets * 2).toBeLessThan(5_000)
  })
})
