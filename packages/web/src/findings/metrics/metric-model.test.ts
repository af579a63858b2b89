import type { Period, SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { leadingSeries, metricsOf, orderByPart, partOf } from './metric-model.ts'

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

describe('orderByPart', () => {
  const metrics = metricsOf(detection)
  it('puts the metric with the largest part first', () => {
    const parts = partOf(metrics, [period(9, 5, [['disk[node1]', 1, 1]])])
    expect(orderByPart(metrics, parts).shown.map(({ name }) => name)).toEqual(['disk', 'cpu', 'aaa'])
  })
  it('folds those without a part beyond the first few', () => {
    const many = metricsOf({ ...detection, series: Array.from({ length: 9 }, (_, index) => series(`m${index}`, 'n1')) })
    const parts = partOf(many, [period(9, 5, [['m7[n1]', 1, 1]])])
    const { shown, folded } = orderByPart(many, parts)
    expect(shown[0]?.name).toBe('m7')
    expect([shown.length, folded.length]).toEqual([5, 4])
  })
  it('folds nothing where nothing was found', () => {
    expect(orderByPart(metrics, partOf(metrics, [])).folded).toEqual([])
  })
})

describe('leadingSeries', () => {
  const [first, disk] = metricsOf(detection)
  it('is the one with the most weight in what is selected', () =>
    expect(leadingSeries(first!, [detection.periods[0]!])).toBe('cpu[node2]'))
  it('is that of the instance where the metric took no part', () =>
    expect(leadingSeries(first!, [], ['node10'])).toBe('cpu[node10]'))
  it('is the most flagged one otherwise', () => expect(leadingSeries(first!, [])).toBe('cpu[node2]'))
  it('is the only one if there is one', () => expect(leadingSeries(disk!, [])).toBe('disk[node1]'))
})
