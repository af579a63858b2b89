import type { LiveForecast } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { liveForecast, liveSeries, outlook, seriesForecast } from '../testing/live-forecast.ts'
import { NOW } from '../testing/samples.ts'
import { createOutlookNews } from './outlook-news.ts'

const MINUTE = 60_000
const CPU = 'cpu[node3]'

const withForecast = (forecast: LiveForecast, to = NOW) =>
  liveAnalysis({ forecast, to, series: [liveSeries(CPU, '%')] })
const ahead = (given: Parameters<typeof outlook>[0] = {}) =>
  withForecast(liveForecast([seriesForecast(CPU, { outlook: outlook(given) })]))

describe('createOutlookNews', () => {
  it('tells an outlook once, again when it is of another kind or side, and when it is gone', () => {
    const news = createOutlookNews()
    expect(news.read(ahead())).toMatchObject([
      {
        event: 'ahead',
        type: 'outlook',
        time: NOW,
        outlook: { seriesId: CPU, metric: 'cpu', instance: 'node3', unit: '%' },
      },
    ])
    expect(news.read(ahead({ about: NOW + MINUTE, limit: 70 }))).toEqual([])
    expect(news.read(ahead({ side: 'below' }))).toMatchObject([{ event: 'changed', outlook: { side: 'below' } }])
    expect(news.read(ahead({ kind: 'returns' }))).toMatchObject([{ event: 'changed', outlook: { kind: 'returns' } }])
    const quiet = withForecast(liveForecast([seriesForecast(CPU)]))
    expect(news.read(quiet)).toMatchObject([{ event: 'gone', reason: 'within', outlook: { kind: 'returns' } }])
    expect(news.read(quiet)).toEqual([])
    expect(news.read(ahead())).toMatchObject([{ event: 'ahead' }])
  })

  it('keeps what it knows while answers bring no forecast', () => {
    const news = createOutlookNews()
    expect([news.read(liveAnalysis()), news.forecast]).toEqual([[], undefined])
    news.read(ahead())
    expect(news.read(liveAnalysis())).toEqual([])
    expect(news.forecast?.outlooks).toHaveLength(1)
    expect(news.read(ahead())).toEqual([])
  })

  it('says why a series is not forecast any more', () => {
    const news = createOutlookNews()
    news.read(ahead())
    const silent = liveForecast([], { missing: [{ seriesId: CPU, reason: 'silent' }] })
    expect(news.read(withForecast(silent))).toMatchObject([{ event: 'gone', reason: 'silent' }])
    news.read(ahead())
    expect(news.read(withForecast(liveForecast([])))).toMatchObject([{ event: 'gone', reason: 'unlisted' }])
  })

  it('keeps the soonest crossing of each series that leaves, counted from the moment it was forecast', () => {
    const news = createOutlookNews()
    news.read(ahead({ about: NOW + 90 * MINUTE }))
    const later = liveForecast([seriesForecast(CPU, { outlook: outlook({ about: NOW + 100 * MINUTE }) })])
    news.read(withForecast(later, NOW + 40 * MINUTE))
    news.read(withForecast(liveForecast([seriesForecast(CPU)])))
    expect(news.crossings()).toEqual([{ series: CPU, crossing: { about: 1 } }])
  })

  it('counts no return as a crossing, and one that is past as of now', () => {
    const news = createOutlookNews()
    news.read(ahead({ kind: 'returns' }))
    expect(news.crossings()).toEqual([])
    news.read(ahead({ about: NOW - MINUTE }))
    expect(news.crossings()).toEqual([{ series: CPU, crossing: { about: 0 } }])
  })

  it('knows whether a series was forecast at all', () => {
    const news = createOutlookNews()
    news.read(withForecast(liveForecast([], { missing: [{ seriesId: CPU, reason: 'learning' }] })))
    expect([news.forecast !== undefined, news.hasForecast]).toEqual([true, false])
    news.read(ahead())
    expect(news.hasForecast).toBe(true)
  })
})
