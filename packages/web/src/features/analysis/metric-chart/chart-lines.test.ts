import type { Period, SeriesData, SeriesStatistics } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import type { Metric } from '../metrics/metric-model.ts'
import { toChartLines } from './chart-lines.ts'
import { bucketsFor, chartRequest, drawnSeries, linesAtOnce, summaryRequest } from './series-query.ts'

const statistics = (instance: string, flagged: number): SeriesStatistics => ({
  seriesId: `cpu[${instance}]`,
  metric: 'cpu',
  instance,
  min: 0,
  max: 1,
  mean: 0,
  deviation: 0,
  present: 1,
  flagged,
})
const period: Period = {
  id: 'p',
  number: 1,
  start: 0,
  end: 6,
  rows: 1,
  val: 4,
  isMissingValue: false,
  kind: 'anomaly',
  series: [{ seriesId: 'cpu[b]', share: 1, side: 1 }],
  sentence: '',
  probability: null,
}
const metric = (series: SeriesStatistics[]): Metric => ({
  name: 'cpu',
  unit: '%',
  series,
  periods: [period],
  gaps: [],
  named: new Map(series.filter(({ flagged }) => flagged > 0).map(({ seriesId, flagged }) => [seriesId, flagged])),
  worst: 0,
  present: 1,
})
const reduced = (seriesId: string) => ({
  seriesId,
  min: [1, null],
  max: [2, null],
  count: [3, 0],
  flagged: [
    { time: 5, value: 9, val: -4 },
    { time: 15, value: 9, val: 1.1 },
  ],
})
const data = (ids: string[]): SeriesData => ({
  success: true,
  from: 0,
  to: 20,
  bucketMs: 10,
  times: [0, 10],
  degree: [0, 0],
  series: ids.map(reduced),
})

describe('toChartLines', () => {
  const three = metric([statistics('a', 0), statistics('b', 0.2), statistics('c', 0)])
  it('greys the peers of what is odd', () => {
    expect(toChartLines(data(['cpu[a]', 'cpu[b]']), three).map((line) => line.tone)).toEqual(['peer', undefined])
  })
  it('keeps the colour of an instance when others are left out', () => {
    expect(toChartLines(data(['cpu[c]']), three)[0]?.colorIndex).toBe(2)
  })
  it('gives flagged points inside a period their degree without its sign', () => {
    expect(toChartLines(data(['cpu[b]']), three)[0]?.flagged).toEqual([{ t: 5, v: 9, score: 4 }])
  })
  it('gives no dot to what is outside the periods that name a series', () => {
    expect(toChartLines(data(['cpu[a]']), three)[0]?.flagged).toEqual([])
  })
  it('leaves gaps as they are', () => expect(toChartLines(data(['cpu[a]']), three)[0]?.min).toEqual([1, null]))
})

describe('the points of a chart', () => {
  it.each([1, 5, 30, linesAtOnce])('stay below 5,000 with %d lines', (lines) => {
    expect(bucketsFor(lines) * 2 * lines).toBeLessThan(5_000)
  })
  it('draws the asked line and those with findings when there are too many', () => {
    const many = metric(Array.from({ length: 100 }, (_, index) => statistics(`n${index}`, index === 99 ? 0.1 : 0)))
    const drawn = drawnSeries(many, 'cpu[n98]')
    expect(drawn).toHaveLength(linesAtOnce)
    expect(drawn).toEqual(expect.arrayContaining(['cpu[n98]', 'cpu[n99]']))
  })
})

describe('summaryRequest', () => {
  const of = (count: number) => metric(Array.from({ length: count }, (_, index) => statistics(`n${index}`, 0)))
  it('is that of the first chart where it is fine enough', () => {
    expect(summaryRequest(of(5), null)).toEqual(chartRequest(of(5), null))
  })
  it('is one series of its own beside a chart of many lines', () => {
    expect(summaryRequest(of(30), null)).toEqual({ ids: ['cpu[n0]'], buckets: 600 })
  })
  it('asks for nothing where there is no metric', () => expect(summaryRequest(undefined, null).ids).toEqual([]))
})
