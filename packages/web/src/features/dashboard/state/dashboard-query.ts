import type { DashboardIncident, PredictedIncident } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { RANGE_BUCKETS, SPANS, type SpanName, twoWeeksUntil } from './span.ts'

/** How often everything is read again while the page is visible, in milliseconds. */
const REFRESH_MS = 20_000
const LISTED = 50
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export interface Shown {
  readonly span: SpanName
  readonly range: Range | null
  /** Address of the only project; empty for all. */
  readonly project: string
  readonly locale: string
  readonly timeZone: string
}

const shared = { refetchInterval: pollEvery(REFRESH_MS), placeholderData: keepPreviousData }

export const valuesQuery = ({ span, range, locale }: Shown) =>
  queryOptions({
    queryKey: queryKeys.dashboard.values({ span, range, locale }),
    queryFn: ({ signal }) => {
      if (range !== null) return omen.dashboard.userValues({ ...range, buckets: RANGE_BUCKETS }, { signal })
      const { ms, buckets } = SPANS[span]
      const to = Date.now()
      // Without a time the server's own clock says what now is
      return omen.dashboard.userValues({ buckets, ...(span !== '24h' && { from: to - ms, to }) }, { signal })
    },
    ...shared,
  })

/** Incidents of a time that was brushed, open or over. */
export const incidentsQuery = ({ range, project, locale, timeZone }: Shown) =>
  queryOptions({
    queryKey: queryKeys.dashboard.incidents({ range, project, locale }),
    queryFn: ({ signal }) =>
      omen.dashboard.incidents({ ...range, ...ofProject(project), timeZone, pageSize: LISTED }, { signal }),
    enabled: range !== null,
    ...shared,
  })

/** What was found by hour and day in the two weeks up to now, or to the end of the time shown. */
export const calendarQuery = ({ range, project, timeZone }: Shown) =>
  queryOptions({
    queryKey: queryKeys.dashboard.calendar({ to: range?.to ?? null, project, timeZone }),
    queryFn: ({ signal }) =>
      omen.dashboard.incidents(
        { ...twoWeeksUntil(range?.to ?? Date.now(), timeZone), ...ofProject(project), timeZone, pageSize: 1 },
        { signal },
      ),
    ...shared,
  })

/** The leading series of an incident; until when it is asked for moves on in steps. */
export const leadQuery = (address: string, lead: NonNullable<DashboardIncident['leadSeries']>, range: Range) =>
  queryOptions({
    queryKey: queryKeys.dashboard.lead(address, lead, range),
    queryFn: async ({ signal }) => {
      const query = { ...range, metric: [lead.metric], instance: [lead.instance], buckets: LEAD_BUCKETS }
      const { times, series } = await omen.live.analysis(address, query, { signal })
      return {
        times,
        line: series.find(({ metric, instance }) => metric === lead.metric && instance === lead.instance),
      }
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The series of a predicted incident in the time before now, and its forecast; what is made anew every quarter of an hour is not asked for more often. */
export const forecastQuery = (address: string, { metric, instance }: Pick<PredictedIncident, 'metric' | 'instance'>) =>
  queryOptions({
    queryKey: queryKeys.dashboard.forecast(address, { metric, instance }),
    queryFn: async ({ signal }) => {
      const span = PREDICTED_HOURS * HOUR_MS
      const query = { span, metric: [metric], instance: [instance], buckets: LEAD_BUCKETS, predict: PREDICTED_HOURS }
      const { times, series, forecast } = await omen.live.analysis(address, query, { signal })
      const line = series.find((one) => one.metric === metric && one.instance === instance)
      return { times, line, ahead: forecast?.series.find(({ seriesId }) => seriesId === line?.seriesId), forecast }
    },
    staleTime: 15 * MINUTE_MS,
  })

const LEAD_BUCKETS = 80
/** A predicted incident is one of so many hours to come. */
const PREDICTED_HOURS = 24

const ofProject = (projectName: string) => (projectName === '' ? {} : { projectName })
