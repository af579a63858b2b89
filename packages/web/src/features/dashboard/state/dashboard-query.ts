import type { DashboardIncident, PredictedIncident } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { rangeBuckets, type SpanName, spans, twoWeeksUntil } from './span.ts'

/** How often everything is read again while the page is visible, in milliseconds. */
const refreshMs = 20_000
const listed = 50
const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface Shown {
  readonly span: SpanName
  readonly range: Range | null
  /** Address of the only project; empty for all. */
  readonly project: string
  readonly locale: string
  readonly timeZone: string
}

const shared = { refetchInterval: pollEvery(refreshMs), placeholderData: keepPreviousData }

export const valuesQuery = ({ span, range, locale }: Shown) =>
  queryOptions({
    queryKey: queryKeys.dashboard.values({ span, range, locale }),
    queryFn: ({ signal }) => {
      if (range !== null) return omen.dashboard.userValues({ ...range, buckets: rangeBuckets }, { signal })
      const { ms, buckets } = spans[span]
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
      omen.dashboard.incidents({ ...range, ...ofProject(project), timeZone, pageSize: listed }, { signal }),
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
      const query = { ...range, metric: [lead.metric], instance: [lead.instance], buckets: leadBuckets }
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
      const span = predictedHours * hourMs
      const query = { span, metric: [metric], instance: [instance], buckets: leadBuckets, predict: predictedHours }
      const { times, series, forecast } = await omen.live.analysis(address, query, { signal })
      const line = series.find((one) => one.metric === metric && one.instance === instance)
      return { times, line, ahead: forecast?.series.find(({ seriesId }) => seriesId === line?.seriesId), forecast }
    },
    staleTime: 15 * minuteMs,
  })

const leadBuckets = 80
/** A predicted incident is one of so many hours to come. */
const predictedHours = 24

const ofProject = (projectName: string) => (projectName === '' ? {} : { projectName })
