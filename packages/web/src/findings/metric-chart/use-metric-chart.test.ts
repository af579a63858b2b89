import type { ChartLine } from '@omen/charts'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { toForecastLines } from './use-metric-chart.ts'

const t = ((key: string, { name }: { name: string }) => `${key} ${name}`) as unknown as TFunction
const line = (end: number): ChartLine => ({
  id: 'cpu',
  seriesId: 'cpu',
  label: 'node1',
  times: [0, end],
  min: [1, 2],
  max: [1, 4],
})
const CURVES = { times: [100, 110, 120], mid: [5, 6], low: [4, 4], high: [6, 8] }

describe('toForecastLines', () => {
  it('continues the line in focus from its last value', () => {
    expect(toForecastLines([line(95)], 'cpu', CURVES, t)).toEqual([
      {
        id: 'cpu forecast',
        seriesId: 'cpu',
        tone: 'forecast',
        label: 'analysis.chart.forecastOf node1',
        times: [95, 100, 110],
        min: [3, 5, 6],
        max: [3, 5, 6],
        expected: { low: [3, 4, 4], high: [3, 6, 8] },
      },
    ])
  })
  it('does not bridge the time in which nothing came', () => {
    expect(toForecastLines([line(70)], 'cpu', CURVES, t)[0]?.times).toEqual([100, 110])
  })
  it('is empty where the line is not drawn', () => {
    expect(toForecastLines([line(95)], 'mem', CURVES, t)).toEqual([])
    expect(toForecastLines([line(95)], 'cpu', { ...CURVES, mid: [] }, t)).toEqual([])
  })
})
