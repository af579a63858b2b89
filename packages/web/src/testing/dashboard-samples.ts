import type { DashboardHour, DashboardIncidents, DashboardProject, UserValues } from '@omen/sdk'
import { dashboardIncidentSample, dashboardProjectSample } from './wire-samples.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The server's now in these samples, in epoch milliseconds. */
export const dashboardNow = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
const to = dashboardNow
const from = to - DAY_MS
const BUCKETS = 96
const BUCKET_MS = DAY_MS / BUCKETS
const times = Array.from({ length: BUCKETS }, (_, index) => from + index * BUCKET_MS)

/** A lane that is abnormal where it is given: a severity from one hour to another, both counted back from now. */
const laneOf = (...found: [hoursAgo: number, hours: number, severity: number | null][]): DashboardProject['lane'] => {
  const inside = times.map((time) =>
    found.find(([ago, hours]) => time >= to - ago * HOUR_MS && time < to - (ago - hours) * HOUR_MS),
  )
  return {
    share: inside.map((one) => (one?.[2] == null ? 0 : 0.2)),
    severity: inside.map((one) => one?.[2] ?? null),
    isGap: inside.map((one) => one !== undefined && one[2] === null),
    start: inside.map((one) => (one === undefined ? null : to - one[0] * HOUR_MS)),
    end: inside.map((one) => (one === undefined ? null : to - (one[0] - one[1]) * HOUR_MS)),
  }
}

const figures = (abnormalShare: number, findings = 0, incidents = 0) => ({
  abnormalShare,
  findings,
  incidents,
  seriesMs: 10 * DAY_MS,
})
const quiet = laneOf()

export const dashboardProjects: DashboardProject[] = [
  dashboardProjectSample({
    projectName: 'checkout',
    health: 54,
    worstOpenSeverity: 8.1,
    openIncidents: 1,
    lane: laneOf([8, 5, 6], [3, 3, 8.1]),
    figures: figures(0.12, 2, 1),
    lastWeek: figures(0.009),
    lastDataAt: to - MINUTE_MS,
  }),
  dashboardProjectSample({
    projectName: 'search',
    health: 78,
    worstOpenSeverity: 5.2,
    openIncidents: 1,
    lane: laneOf([20.5, 0.75, 2], [1.5, 1.5, 5.2]),
    figures: figures(0.034, 2, 2),
    lastWeek: figures(0.011),
    lastDataAt: to - MINUTE_MS,
  }),
  dashboardProjectSample({
    projectName: 'payments',
    state: 'silent',
    health: null,
    lane: quiet,
    lastDataAt: to - 128 * MINUTE_MS,
    stateSentence:
      'Nothing has arrived for 128 min. Check that the sender runs, reaches this server, and uses a valid ingest key.',
    lastWeek: figures(0.004),
  }),
  dashboardProjectSample({
    projectName: 'shipping',
    health: 86,
    lane: laneOf([15, 1.5, 7]),
    figures: figures(0.016, 1, 1),
    lastWeek: figures(0.019),
    lastDataAt: to - 2 * MINUTE_MS,
  }),
  dashboardProjectSample({
    projectName: 'catalog',
    health: 91,
    predictedIncidents: 1,
    lane: laneOf([9.5, 0.5, -4]),
    figures: figures(0.008, 1, 1),
    lastWeek: figures(0.007),
    lastDataAt: to - MINUTE_MS,
  }),
  dashboardProjectSample({
    projectName: 'warehouse',
    owner: 'bob123',
    mine: false,
    health: 97,
    lane: quiet,
    lastDataAt: to - 4 * MINUTE_MS,
  }),
  dashboardProjectSample({ projectName: 'identity', health: 98, lane: quiet, lastDataAt: to - MINUTE_MS }),
  dashboardProjectSample({
    projectName: 'recommender',
    state: 'learning',
    trust: 'low',
    health: null,
    lane: quiet,
    lastDataAt: to,
  }),
]

/** Eight projects: two with open incidents, one silent, one that learns. */
export const dashboardValues = (given: Partial<UserValues> = {}): UserValues => ({
  success: true,
  from,
  to,
  bucketMs: BUCKET_MS,
  times,
  overall: {
    share: times.map((_, index) => 0.004 + (index % 5) * 0.001 + (index > 63 ? 0.02 : 0) + (index > 89 ? 0.01 : 0)),
    findings: times.map(() => 0),
  },
  summary: figures(0.031, 6, 5),
  before: figures(0.01),
  lastWeek: figures(0.008),
  projects: dashboardProjects,
  incidents: [
    dashboardIncidentSample({
      id: 'in1',
      projectName: 'checkout',
      onset: to - 8 * HOUR_MS,
      leadSeries: { metric: 'cpu', instance: 'node3' },
    }),
    dashboardIncidentSample({
      id: 'in2',
      projectName: 'search',
      onset: to - 1.5 * HOUR_MS,
      val: 5.2,
      title: 'network_receive on search-1',
      brief: 'reached 3.6 MB/s, usually 1.3',
    }),
  ],
  predicted: [
    {
      projectName: 'catalog',
      owner: 'alice1',
      metric: 'disk_used',
      instance: 'db-2',
      unit: '%',
      side: 'above',
      limit: 81,
      about: to + 9 * HOUR_MS,
      earliest: to + 7 * HOUR_MS,
      latest: to + 11 * HOUR_MS,
      historyMs: 14 * DAY_MS,
      series: 1,
      since: to - HOUR_MS,
    },
  ],
  ...given,
})

/** Two weeks in UTC: the same hour on three days of the second, and a long incident today. */
export const dashboardCalendar = (given: Partial<DashboardIncidents> = {}): DashboardIncidents => {
  const today = Math.floor(to / DAY_MS) * DAY_MS
  const dayOf = (index: number) => today - (13 - index) * DAY_MS
  const nameOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const hour = (index: number, at: number, severity: number | null): DashboardHour => ({
    start: dayOf(index) + at * HOUR_MS,
    end: dayOf(index) + (at + 1) * HOUR_MS,
    day: nameOf(dayOf(index)),
    hour: at,
    findings: severity === null ? 1 : 2,
    severity,
    isGap: severity === null,
  })
  const abnormal = [0.01, 0.015, 0.012, 0.006, 0.018, 0.005, 0.007, 0.014, 0.04, 0.007, 0.006, 0.008, 0.003, 0.031]
  return {
    success: true,
    from: dayOf(0),
    to,
    timeZone: 'UTC',
    incidents: [],
    page: { page: 1, pageSize: 1, total: 0 },
    counts: { open: 0, acknowledged: 0, resolved: 0, predicted: 0, starred: 0 },
    hours: [
      ...[7, 10, 12].flatMap((index) => [hour(index, 3, 7), hour(index, 4, 6)]),
      ...[8, 9, 10, 11, 12, 13, 14].map((at) => hour(8, at, 2 + at / 3)),
      ...[hour(9, 11, 9), hour(11, 9, -9.5), hour(11, 10, -8), hour(12, 15, null)],
    ],
    days: abnormal.map((abnormalShare, index) => ({
      day: nameOf(dayOf(index)),
      start: dayOf(index),
      end: Math.min(to, dayOf(index) + DAY_MS),
      abnormalShare,
      seriesMs: 10 * (Math.min(to, dayOf(index) + DAY_MS) - dayOf(index)),
      incidents: index % 3,
    })),
    ...given,
  }
}
