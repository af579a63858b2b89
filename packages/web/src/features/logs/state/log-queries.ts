import type { LogTab } from '@omen/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Range } from '../../../lib/address/url-codecs.ts'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import type { LogSort } from './log-atoms.ts'
import { type LogSource, sourceFields } from './log-source.ts'
import { type LogTime, movesOn, timeFields, timelineBuckets } from './log-time.ts'
import { type LevelName, minSeverity } from './severity-level.ts'

/** Which lines are meant. */
export interface LogFilter {
  readonly source: LogSource
  readonly level: LevelName | ''
  readonly services: readonly string[]
  readonly locale: string
}

const REFRESH_MS = 30_000
/** Of the trend in a row. */
const TREND_BUCKETS = 56
const TEMPLATES_PER_PAGE = 100
const LINES_PER_PAGE = 200

const refreshOf = (time: LogTime) => pollEvery(movesOn(time) ? REFRESH_MS : false)

const filterFields = ({ source, level, services }: LogFilter) => ({
  ...sourceFields(source),
  ...(level !== '' && { minSeverity: minSeverity(level) }),
  ...(services.length > 0 && { service: [...services] }),
})

const baselineFields = (baseline: Range | null) =>
  baseline === null ? {} : { baselineFrom: baseline.from, baselineTo: baseline.to }

/** Counts over the whole time at hand, and how much of each kind there is. */
export const timelineQuery = (filter: LogFilter, time: LogTime, baseline: Range | null) =>
  queryOptions({
    queryKey: queryKeys.logs.timeline({ ...filter, time, baseline }),
    queryFn: ({ signal }) =>
      omen.logs.analysis(
        {
          ...filterFields(filter),
          ...timeFields(time, Date.now()),
          ...baselineFields(baseline),
          kind: 'clusters',
          buckets: timelineBuckets(time, Date.now()),
          pageSize: 1,
        },
        { signal },
      ),
    refetchInterval: refreshOf(time),
    placeholderData: keepPreviousData,
  })

export interface TemplateList extends LogFilter {
  readonly time: LogTime
  readonly baseline: Range | null
  readonly tab: LogTab
  readonly words: string
  readonly sort: LogSort
  readonly hasIgnored: boolean
  readonly page: number
}

/** A page of templates, or of keywords. */
export const templatesQuery = (list: TemplateList) =>
  queryOptions({
    queryKey: queryKeys.logs.templates(list),
    queryFn: ({ signal }) => omen.logs.analysis(templateFields(list), { signal }),
    refetchInterval: refreshOf(list.time),
    placeholderData: keepPreviousData,
  })

const templateFields = (list: TemplateList) => ({
  ...filterFields(list),
  ...timeFields(list.time, Date.now()),
  ...baselineFields(list.baseline),
  ...(list.words !== '' && { q: list.words }),
  ...(list.sort !== '' && { sort: list.sort }),
  kind: list.tab,
  ignored: list.hasIgnored,
  page: list.page,
  pageSize: TEMPLATES_PER_PAGE,
  buckets: TREND_BUCKETS,
})

/** One template with the values of its variables. */
export const templateQuery = (source: LogSource, templateId: number, time: LogTime, locale: string) =>
  queryOptions({
    queryKey: queryKeys.logs.template({ source, templateId, time, locale }),
    queryFn: ({ signal }) =>
      omen.logs.template(templateId, { ...sourceFields(source), ...timeFields(time, Date.now()) }, { signal }),
    staleTime: 60_000,
  })

export interface LineSearch extends LogFilter {
  readonly time: LogTime
  readonly q: string
  readonly templateId: number | null
  readonly order: 'newest' | 'oldest'
}

/** Lines, page after page; a page may be short, or empty, where the search took its whole time. */
export const linesQuery = (search: LineSearch) =>
  infiniteQueryOptions({
    queryKey: queryKeys.logs.lines(search),
    queryFn: ({ signal, pageParam }) =>
      omen.logs.lines(
        {
          ...filterFields(search),
          ...timeFields(search.time, Date.now()),
          order: search.order,
          ...(search.q !== '' && { q: search.q }),
          ...(search.templateId !== null && { templateId: search.templateId }),
          ...(pageParam !== null && { cursor: pageParam }),
          limit: LINES_PER_PAGE,
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  })

/** The lines before and after one, which is among them. */
export const contextQuery = (source: LogSource, lineId: string, limit: number) =>
  queryOptions({
    queryKey: queryKeys.logs.context({ source, lineId, limit }),
    queryFn: ({ signal }) => omen.logs.lines({ ...sourceFields(source), around: lineId, limit }, { signal }),
    staleTime: 60_000,
  })

/** A few lines of a template, from its beginning in the time. */
export const examplesQuery = (source: LogSource, templateId: number, time: LogTime, limit: number) =>
  queryOptions({
    queryKey: queryKeys.logs.examples({ source, templateId, time, limit }),
    queryFn: ({ signal }) =>
      omen.logs.lines(
        { ...sourceFields(source), ...timeFields(time, Date.now()), templateId, order: 'oldest', limit },
        { signal },
      ),
    staleTime: 60_000,
  })

/** A project and its settings. */
export const projectQuery = (address: string, locale: string) =>
  queryOptions({
    queryKey: queryKeys.project.one(address, locale),
    queryFn: ({ signal }) => omen.projects.get(address, { signal }),
  })
