import type { LiveForecast } from '@omen/sdk'

/** What a forecast says of a series that does not stay where it is expected to be. */
type Outlook = NonNullable<LiveForecast['series'][number]['outlook']>

/** What names a series on a screen. */
export interface SeriesName {
  readonly metric: string
  readonly instance: string
  readonly unit?: string | undefined
}

/** The outlook of a series. */
export interface SeriesOutlook extends Outlook, SeriesName {
  readonly seriesId: string
  /** Where its forecast ends, in epoch milliseconds. */
  readonly until: number
}

/** A forecast without its values. */
export interface ForecastSummary extends Pick<LiveForecast, 'from' | 'until' | 'missing'> {
  /** The soonest first, those without a time last. */
  readonly outlooks: readonly SeriesOutlook[]
  /** Series with a forecast. */
  readonly seriesIds: ReadonlySet<string>
  /** Ends of their forecasts; before `until` where there is too little history for all of it. */
  readonly ends: readonly number[]
  /** Series of the project: an answer holds no more than 200. */
  readonly total: number
}
