import type { SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import type { Metric } from '../metrics/metric-model.ts'
import { chartRequest, summaryRequest } from './series-query.ts'

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

describe('summaryRequest', () => {
  it('is that of the first chart if it is fine enough', () => {
    expect(summaryRequest(of(5), null)).toEqual(chartRequest(of(5), null))
  })
  it('is a separate request of one series beside a chart of many lines', () => {
    expect(summaryRequest(of(30), null)).toEqual({ ids: ['cpu[n0]'], buckets: 600 })
  })
  it('requests no series without a metric', () => expect(summaryRequest(undefined, null).ids).toEqual([]))
})
