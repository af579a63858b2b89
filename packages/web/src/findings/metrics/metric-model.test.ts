import type { Period, SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { filterMetrics, leadingSeries, metricsOf } from './metric-model.ts'

const series = (metric: string, instance: string, extra: Partial<SeriesStatistics> = {}): SeriesStatistics => ({
  seriesId: `${metric}[${instance}]`,
  metric,
  instance,
  min: 0,
  max: 1,
  mean: 0.5,
  deviation: 0.1,
  present: 1,
  flagged: 0,
  ...extra,
})
const period = (number: number, val: number, names: [id: string, share: number, side: -1 | 0 | 1][]): Period => ({
  id: `p${number}`,
  number,
  start: number * 10,
  end: number * 10 + 5,
  rows: 5,
  val,
  probability: null,
  isMissingValue: false,
  kind: 'anomaly',
  state: 'over',
  series: names.map(([seriesId, share, side]) => ({
    seriesId,
    share,
    side,
    probability: null,
    peak: null,
    usual: null,
    spread: null,
    firstAt: 1,
  })),
  sentence: 's',
})

const cpu = [series('cpu', 'node10'), series('cpu', 'node2', { flagged: 0.1 })]
const detection = {
  series: [...cpu, series('disk', 'node1', { present: 0.9 }), series('aaa', 'node1')],
  periods: [
    period(1, 4, [
      ['cpu[node2]', 0.8, 1],
      ['cpu[node10]', 0.2, -1],
    ]),
    period(2, -7, [['cpu[node2]', 1, -1]]),
  ],
  gaps: [],
}

describe('metricsOf', () => {
  const metrics = metricsOf(detection)
  it('sorts by findings, then missing data, then name', () => {
    expect(metrics.map(({ name }) => name)).toEqual(['cpu', 'disk', 'aaa'])
  })
  it('lists a period once per metric, regardless of how many series it names', () => {
    expect(metrics[0]?.periods.map(({ id }) => id)).toEqual(['p1', 'p2'])
    expect(metrics[0]?.worst).toBe(7)
  })
  it('orders instances naturally', () => {
    expect(metrics[0]?.series.map(({ instance }) => instance)).toEqual(['node2', 'node10'])
  })
})

describe('filterMetrics', () => {
  const metrics = metricsOf(detection)
  const names = (filter: Partial<Parameters<typeof filterMetrics>[1]>) =>
    filterMetrics(metrics, { query: '', findingsOnly: false, period: null, ...filter }).map(({ name }) => name)
  it('narrows to what a period names', () => expect(names({ period: detection.periods[1]! })).toEqual(['cpu']))
  it('shows everything for a period that names no series', () =>
    expect(names({ period: period(9, 1, []) })).toHaveLength(3))
  it('finds a part of a name, ignoring case', () => expect(names({ query: 'DIS' })).toEqual(['disk']))
  it('keeps only metrics with findings if asked', () => expect(names({ findingsOnly: true })).toEqual(['cpu']))
})

describe('leadingSeries', () => {
  const [first, disk] = metricsOf(detection)
  it('is the one with the most weight in the open period', () =>
    expect(leadingSeries(first!, detection.periods[0]!)).toBe('cpu[node2]'))
  it('is the most flagged one otherwise', () => expect(leadingSeries(first!, null)).toBe('cpu[node2]'))
  it('is the only one if there is one', () => expect(leadingSeries(disk!, null)).toBe('disk[node1]'))
})
