import { expect, it } from 'vitest'
import type { ForecastSummary, SeriesOutlook } from '../results/live-forecast.ts'
import { outlook } from '../testing/live-forecast.ts'
import { NOW } from '../testing/samples.ts'
import { forecastHeading, missingText, quietText, shorterText } from './forecast-coverage.ts'

const MINUTE = 60_000
const VIEW = { now: NOW, timeZone: 'UTC' }
const UNTIL = NOW + 120 * MINUTE
const series = (count: number, end = UNTIL) => new Array<number>(count).fill(end)

function summary(given: Partial<ForecastSummary> = {}): ForecastSummary {
  const ends = given.ends ?? series(30)
  const seriesIds = new Set(ends.map((_, at) => `s${at}`))
  return { from: NOW, until: UNTIL, outlooks: [], missing: [], total: 30, seriesIds, ends, ...given }
}

it('counts series with a forecast among those of the project, until the last of them ends', () => {
  expect(forecastHeading(summary(), VIEW)).toBe('Forecast of 30 series until 14:00')
  expect(forecastHeading(summary({ ends: series(28) }), VIEW)).toBe('Forecast of 28 of 30 series until 14:00')
  expect(forecastHeading(summary({ ends: series(30, NOW + 40 * MINUTE) }), VIEW)).toMatch(/until 12:40$/)
  expect(forecastHeading(summary({ ends: [] }), VIEW)).toBe('Forecast of 0 of 30 series until 14:00')
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
  const ends = [NOW + 40 * MINUTE, NOW + 80 * MINUTE, ...series(3)]
  expect(shorterText(summary({ ends }), VIEW)).toBe(
    '2 forecasts end before 14:00, the first at 12:40: too short a history.',
  )
  expect(shorterText(summary(), VIEW)).toBe('')
})

it('claims that no series leaves its range only as far as all are forecast', () => {
  const of = (given: Partial<SeriesOutlook>) => ({
    seriesId: 'cpu',
    metric: 'cpu',
    instance: '',
    ...outlook(),
    until: UNTIL,
    ...given,
  })
  expect(quietText(summary(), VIEW)).toBe('No series leaves the range of its history before 14:00.')
  expect(quietText(summary({ ends: [UNTIL, NOW + MINUTE] }), VIEW)).toMatch(/history as far as it is forecast\.$/)
  expect(quietText(summary({ outlooks: [of({ kind: 'returns' })] }), VIEW)).toContain('No series leaves')
  expect(quietText(summary({ outlooks: [of({})] }), VIEW)).toBe('')
  expect(quietText(summary({ ends: [] }), VIEW)).toBe('')
})
