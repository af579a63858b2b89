import type { ReportPeriod } from '@omen/sdk'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { omen } from '../../../lib/api/omen.ts'
import { pollEvery } from '../../../lib/api/poll.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { projectAddress } from '../../../lib/projects/project-address.ts'

/** How often a report is read again while the page is visible. */
const REFRESH_MS = 120_000

export interface Subject {
  readonly project: string
  readonly detection: string
  readonly locale: string
  readonly timeZone: string
}

export const subjectOf = ({ project, detection, timeZone }: Omit<Subject, 'locale'>) => ({
  timeZone,
  ...(detection !== '' ? { detectionId: detection } : project !== '' && { projectName: project }),
})

const shared = { refetchInterval: pollEvery(REFRESH_MS), placeholderData: keepPreviousData }

export const insightQuery = (subject: Subject, period: ReportPeriod, at: number | null) =>
  queryOptions({
    queryKey: queryKeys.reports.insight({ ...subject, period, at }),
    queryFn: ({ signal }) =>
      omen.reports.insight({ ...subjectOf(subject), period, ...(at !== null && { at }) }, { signal }),
    ...shared,
  })

export const dailyQuery = (subject: Subject, day: string | null) =>
  queryOptions({
    queryKey: queryKeys.reports.daily({ ...subject, day }),
    queryFn: ({ signal }) => omen.reports.daily({ ...subjectOf(subject), ...(day !== null && { day }) }, { signal }),
    ...shared,
  })

/** Addresses of the projects that a report may be about. */
export const projectsQuery = queryOptions({
  queryKey: queryKeys.reports.projects,
  queryFn: async ({ signal }) => {
    const { items } = await omen.projects.list({ pageSize: 500 }, { signal })
    return items.map(projectAddress)
  },
})

export const schedulesQuery = queryOptions({
  queryKey: queryKeys.reports.schedules,
  queryFn: ({ signal }) => omen.reports.schedules({ signal }),
})
