import type { Gap, Incident, LiveForecast, LogFinding, Period } from '@omen/sdk'
import type { ForecastSummary, SeriesOutlook } from './live-forecast.ts'

/** What has happened to a finding, and the incident that it belongs to. */
export type FindingEvent = {
  readonly event: 'open' | 'began' | 'grew' | 'ended'
  readonly incident?: Pick<Incident, 'id' | 'title' | 'state' | 'start' | 'val'>
} & (
  | { readonly type: 'period'; readonly finding: Period }
  | { readonly type: 'gap'; readonly finding: Gap }
  | { readonly type: 'log'; readonly finding: LogFinding }
)

/** What has happened to the outlook of a series: it is there, is another one than before, or is there no more. */
export type OutlookEvent = {
  readonly type: 'outlook'
  /** When the forecast came, in epoch milliseconds. */
  readonly time: number
  readonly forecast: Pick<ForecastSummary, 'from' | 'until'>
} & (
  | { readonly event: 'ahead' | 'changed'; readonly outlook: SeriesOutlook }
  | {
      readonly event: 'gone'
      /** The last one. */
      readonly outlook: SeriesOutlook
      /** Why it is no more: the series stays within its range, has no forecast, or is not in the answer. */
      readonly reason: 'within' | LiveForecast['missing'][number]['reason'] | 'unlisted'
    }
)

export type LiveEvent = FindingEvent | OutlookEvent
