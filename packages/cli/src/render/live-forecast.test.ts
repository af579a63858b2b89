import { expect, it } from 'vitest'
import { summarizeForecast } from '../live/summarize-forecast.ts'
import { liveAnalysis } from '../testing/live-analysis.ts'
import { liveForecast, outlook, seriesForecast } from '../testing/live-forecast.ts'
import { NOW } from '../testing/samples.ts'
import { forecastLines } from './live-forecast.ts'
import { createPaint } from './paint.ts'

const MINUTE = 60_000

function lines(given: Parameters<typeof outlook>[0]): string[] {
  const forecast = liveForecast([seriesForecast('cpu', { outlook: outlook(given) })])
  const summary = summarizeForecast(liveAnalysis({ forecast, seriesTotal: 1 }), new Map())
  return forecastLines(summary, { now: NOW, timeZone: 'UTC' }, createPaint('none'))
}

it('puts the time before what happens then, and its bounds after it', () => {
  const text = 'cpu leaves the range of its history (above 66.1), between 13:10 and 13:50'
  expect(lines({})).toEqual(['Forecast of 1 series until 14:00', `◇ ▲      13:35  ${text}`])
  expect(lines({ about: NOW - MINUTE, earliest: NOW - MINUTE })[1]).toMatch(
    /^◇ ▲ {6}now +cpu leaves .*, perhaps not before 13:50/,
  )
})

it('leaves the time of a series that stays outside empty', () => {
  const stays = lines({ kind: 'stays', side: 'below', about: null, earliest: null, latest: null })
  expect(stays.at(-1)).toBe('◇ ▼        cpu stays below its expected range until at least 14:00')
})
