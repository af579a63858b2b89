import { expect, it } from 'vitest'
import { outlookText } from '../render/outlook.ts'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { liveForecast, liveSeries, outlook, seriesForecast } from '../testing/live-forecast.ts'
import { NOW } from '../testing/samples.ts'
import { keepNames, summarizeForecast } from './summarize-forecast.ts'

const MINUTE = 60_000

it('orders outlooks by their time, those without one last, and names a series that no answer held by its id', () => {
  const forecast = liveForecast([
    seriesForecast('a', { outlook: outlook({ kind: 'stays', about: null, earliest: null, latest: null }) }),
    seriesForecast('b', { outlook: outlook({ about: NOW + 40 * MINUTE }) }),
    seriesForecast('c', { outlook: outlook({ about: NOW + 20 * MINUTE }) }),
    seriesForecast('d'),
  ])
  const names = new Map([['b', { metric: 'cpu', instance: 'node1' }]])
  const { outlooks, seriesIds, total } = summarizeForecast(liveAnalysis({ forecast }), names)!
  expect(outlooks.map(({ metric, instance }) => [metric, instance])).toEqual([
    ['c', ''],
    ['cpu', 'node1'],
    ['a', ''],
  ])
  expect([seriesIds.size, total]).toEqual([4, 30])
})

it('ends the forecast of a series with its own values', () => {
  const short = seriesForecast('a', { mid: [1, 2, 3], outlook: outlook({ kind: 'stays', about: null }) })
  const { outlooks, ends } = summarizeForecast(liveAnalysis({ forecast: liveForecast([short]) }), new Map())!
  expect(outlooks[0]?.until).toBe(NOW + 30 * MINUTE)
  expect(ends).toEqual([NOW + 30 * MINUTE])
})

it('has nothing to say of an answer without a forecast', () => {
  expect(summarizeForecast(liveAnalysis(), new Map())).toBeUndefined()
})

it('names a counter by its rate, with the unit of that', () => {
  const names = new Map()
  keepNames(names, { series: [{ ...liveSeries('requests_total[web1]', '/s'), rate: true }] })
  const forecast = liveForecast([seriesForecast('requests_total[web1]', { outlook: outlook({ limit: 142 }) })])
  const [one] = summarizeForecast(liveAnalysis({ forecast }), names)!.outlooks
  expect(outlookText(one!, { now: NOW, timeZone: 'UTC' })).toBe(
    'rate(requests_total) on web1 leaves the range of its history (above 142/s)',
  )
})
