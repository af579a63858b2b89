import { describe, expect, it } from 'vitest'
import { toChartLines } from './chart-lines.ts'
import { bucketsFor, drawnSeries, LINES_AT_ONCE } from './drawn-series.ts'
import type { FindingPeriod, MetricFindings, ReducedData } from './finding-types.ts'
import { metricFindings } from './metric-findings.ts'
import { namedSeries } from './named-series.ts'
import { toHighlight } from './to-highlight.ts'

const period = (val: number, series: [id: string, share: number, side: number][], kind = 'anomaly'): FindingPeriod => ({
  id: 'p',
  start: 0,
  end: 6,
  val,
  isMissingValue: false,
  kind,
  sentence: '',
  series: series.map(([seriesId, share, side]) => ({ seriesId, share, side })),
})
const instances = (...names: string[]) => names.map((instance) => ({ seriesId: `cpu[${instance}]`, instance }))
const metric = (names: string[]): MetricFindings =>
  metricFindings('cpu', instances(...names), [period(4, [['cpu[b]', 1, 1]])])
const data = (ids: string[]): ReducedData => ({
  bucketMs: 10,
  times: [0, 10],
  series: ids.map((seriesId) => ({
    seriesId,
    min: [1, null],
    max: [2, null],
    count: [3, 0],
    flagged: [
      { time: 5, value: 9, val: -4 },
      { time: 15, value: 9, val: 1.1 },
    ],
  })),
})

describe('toChartLines', () => {
  const three = metric(['a', 'b', 'c'])
  it('greys the peers of an anomalous instance', () => {
    expect(toChartLines(data(['cpu[a]', 'cpu[b]']), three).map((line) => line.tone)).toEqual(['peer', undefined])
  })
  it('keeps the colour of an instance if others are left out', () => {
    expect(toChartLines(data(['cpu[c]']), three)[0]?.colorIndex).toBe(2)
  })
  it('gives flagged points inside a period their degree, and the side of their series in it', () => {
    expect(toChartLines(data(['cpu[b]']), three)[0]?.flagged).toEqual([{ t: 5, v: 9, score: 4, side: 1 }])
    const down = metricFindings('cpu', instances('a', 'b', 'c'), [period(-Math.PI, [['cpu[b]', 1, -1]], 'down')])
    expect(toChartLines(data(['cpu[b]']), down)[0]?.flagged).toEqual([{ t: 5, v: 9, score: 4, side: -1 }])
  })
  it('draws no dots outside the periods that name a series', () => {
    expect(toChartLines(data(['cpu[a]']), three)[0]?.flagged).toEqual([])
  })
  it('leaves gaps as they are', () => expect(toChartLines(data(['cpu[a]']), three)[0]?.min).toEqual([1, null]))
})

describe('the points of a chart', () => {
  it.each([1, 5, 30, LINES_AT_ONCE])('stay below 5,000 with %d lines', (lines) => {
    expect(bucketsFor(lines) * 2 * lines).toBeLessThan(5_000)
  })
  it('draws the requested line and those with findings if there are too many', () => {
    const many = instances(...Array.from({ length: 100 }, (_, index) => `n${index}`))
    const drawn = drawnSeries(many, new Map([['cpu[n99]', 0.1]]), 'cpu[n98]')
    expect(drawn).toHaveLength(LINES_AT_ONCE)
    expect(drawn).toEqual(expect.arrayContaining(['cpu[n98]', 'cpu[n99]']))
  })
})

describe('metricFindings', () => {
  it('orders instances naturally, and keeps the periods that name one', () => {
    const found = metricFindings('cpu', instances('n10', 'n2'), [
      period(1, [['cpu[n2]', 1, 1]]),
      period(2, [['mem[n2]', 1, 1]]),
    ])
    expect(found.series.map(({ instance }) => instance)).toEqual(['n2', 'n10'])
    expect(found.periods.map(({ val }) => val)).toEqual([1])
  })
})

describe('toHighlight', () => {
  const joint = period(4, [
    ['cpu[a]', 0.6, 1],
    ['cpu[b]', 0.4, -1],
  ])
  it('takes the direction of the series of this metric', () => {
    expect(toHighlight(joint, new Set(['cpu[b]'])).val).toBe(-4)
    expect(toHighlight(joint, new Set(['cpu[a]'])).val).toBe(4)
  })
  it('leaves an instance that is down at minus pi', () => {
    expect(toHighlight(period(-Math.PI, [['cpu[a]', 1, 1]], 'down'), new Set(['cpu[a]'])).val).toBe(-Math.PI)
  })
})

describe('namedSeries', () => {
  it('leaves out series with a twentieth of the largest share or less', () => {
    const joint = period(4, [
      ['a', 0.9, 1],
      ['b', 0.06, 1],
      ['c', 0.04, 1],
    ])
    expect(namedSeries(joint).map(({ seriesId }) => seriesId)).toEqual(['a', 'b'])
  })
  it('names those that moved, whatever their share', () => {
    const series = [
      { seriesId: 'a', share: 0.9, side: 1, firstAt: 3 },
      { seriesId: 'b', share: 0.09, side: 1, firstAt: null },
      { seriesId: 'c', share: 0.01, side: 1, firstAt: 4 },
    ]
    expect(namedSeries({ series }).map(({ seriesId }) => seriesId)).toEqual(['a', 'c'])
  })
  it('keeps all series with the same share', () => {
    const even = Array.from({ length: 200 }, (_, index): [string, number, number] => [`s${index}`, 1 / 200, 1])
    expect(namedSeries(period(4, even))).toHaveLength(200)
  })
})
