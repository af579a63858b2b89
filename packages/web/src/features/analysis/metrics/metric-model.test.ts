import type { Period, SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { filterMetrics, leadingSeries, metricsOf, namedSeries, toHighlight } from './metric-model.ts'

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
  series: names.map(([seriesId, share, side]) => ({
    seriesId,
    share,
    side,
    probability: null,
    peak: null,
    usual: null,
    spread: null,
    firstAt: null,
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
  it('puts findings first, then missing data, then the alphabet', () => {
    expect(metrics.map(({ name }) => name)).toEqual(['cpu', 'disk', 'aaa'])
  })
  it('names a period once a metric, however many of its series it names', () => {
    expect(metrics[0]?.periods.map(({ id }) => id)).toEqual(['p1', 'p2'])
    expect(metrics[0]?.worst).toBe(7)
  })
  it('orders instances as people count', () => {
    expect(metrics[0]?.series.map(({ instance }) => instance)).toEqual(['node2', 'node10'])
  })
})

describe('toHighlight', () => {
  it('takes the direction of the series of this metric', () => {
    expect(toHighlight(detection.periods[0]!, new Set(['cpu[node10]'])).val).toBe(-4)
    expect(toHighlight(detection.periods[0]!, new Set(['cpu[node2]'])).val).toBe(4)
  })
  it('leaves an instance that is down at minus pi', () => {
    const down: Period = { ...period(3, -Math.PI, [['cpu[node2]', 1, 1]]), kind: 'down' }
    expect(toHighlight(down, new Set(['cpu[node2]'])).val).toBe(-Math.PI)
  })
})

describe('filterMetrics', () => {
  const metrics = metricsOf(detection)
  const names = (filter: Partial<Parameters<typeof filterMetrics>[1]>) =>
    filterMetrics(metrics, { query: '', findingsOnly: false, period: null, ...filter }).map(({ name }) => name)
  it('narrows to what a period names', () => expect(names({ period: detection.periods[1]! })).toEqual(['cpu']))
  it('shows everything for a period that names no series', () =>
    expect(names({ period: period(9, 1, []) })).toHaveLength(3))
  it('finds a part of a name whatever its case', () => expect(names({ query: 'DIS' })).toEqual(['disk']))
  it('keeps findings alone where asked', () => expect(names({ findingsOnly: true })).toEqual(['cpu']))
})

describe('leadingSeries', () => {
  const [first, disk] = metricsOf(detection)
  it('is the one the open period speaks of most', () =>
    expect(leadingSeries(first!, detection.periods[0]!)).toBe('cpu[node2]'))
  it('is the most flagged one otherwise', () => expect(leadingSeries(first!, null)).toBe('cpu[node2]'))
  it('is the only one where there is one', () => expect(leadingSeries(disk!, null)).toBe('disk[node1]'))
})

describe('namedSeries', () => {
  it('leaves out what has a twentieth of the largest part or less', () => {
    const joint = period(1, 4, [
      ['a', 0.9, 1],
      ['b', 0.06, 1],
      ['c', 0.04, 1],
    ])
    expect(namedSeries(joint).map(({ seriesId }) => seriesId)).toEqual(['a', 'b'])
  })
  it('keeps all that have the same part', () => {
    const even = Array.from({ length: 200 }, (_, index): [string, number, 1] => [`s${index}`, 1 / 200, 1])
    expect(namedSeries(period(1, 4, even))).toHaveLength(200)
  })
})
