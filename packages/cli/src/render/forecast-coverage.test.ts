import { expect, it } from 'vitest'
import type { ForecastSummary, SeriesOutlook } from '../results/live-forecast.ts'
import { outlook } from '../testing/live-forecast.ts'
import { now } from '../testing/samples.ts'
import { forecastHeading, missingText, quietText, shorterText } from './forecast-coverage.ts'

const minute = 60_000
const view = { now, timeZone: 'UTC' }
const until = now + 120 * minute
const series = (count: number, end = until) => new Array<number>(count).fill(end)

function summary(given: Partial<ForecastSummary> = {}): ForecastSummary {
  const ends = given.ends ?? series(30)
  const seriesIds = new Set(ends.map((_, at) => `s${at}`))
  return { from: now, until, outlooks: [], missing: [], total: 30, seriesIds, ends, ...given }
}

it('counts series with a forecast among those of the project, until the last of them ends', () => {
  expect(forecastHeading(summary(), view)).toBe('Forecast of 30 series until 14:00')
  expect(forecastHeading(summary({ ends: series(28) }), view)).toBe('Forecast of 28 of 30 series until 14:00')
  expect(forecastHeading(summary({ ends: series(30, now + 40 * minute) }), view)).toMatch(/until 12:40$/)
  expect(forecastHeading(summary({ ends: [] }), view)).toBe('Forecast of 0 of 30 series until 14:00')
})

it('says why series have no forecast', () => {
  const none = (seriesId: string, reason: ForecastSummary['missing'][number]['reason']) => ({ seriesId, reason })
  const missing = [none('a', 'learning'), none('b', 'silent'), none('c', 'silent'), none('d', 'short')]
  expect(missingText({ missing })).toBe(
    '4 series without a forecast: 1 is still being learned, 1 has too short a history, 2 have sent nothing lately.',
  )
  expect(missingText({ missing: [] })).toBe('')
})

it('says which forecasts are shorter than asked for', () => {
  const ends = [now + 40 * minute, now + 80 * minute, ...series(3)]
  expect(shorterText(summary({ ends }), view)).toBe(
    '2 forecasts end before 14:00, the first at 12:40: too short a history.',
  )
  expect(shorterText(summary(), view)).toBe('')
})

it('claims that no series leaves its range only as far as all are forecast', () => {
  const of = (given: Partial<SeriesOutlook>) => ({
    seriesId: 'cpu',
    metric: 'cpu',
    instance: '',
    ...outlook(),
    until,
    ...given,
  })
  expect(quietText(summary(), view)).toBe('No series leaves the range of its history before 14:00.')
  expect(quietText(summary({ ends: [until, now + minute] }), view)).toMatch(/history as far as it is forecast\.$/)
  expect(quietText(summary({ outlooks: [of({ kind: 'returns' })] }), view)).toContain('No series leaves')
  expect(quietText(summary({ outlooks: [of({})] }), view)).toBe('')
  expect(quietText(summary({ ends: [] }), view)).toBe('')
})
