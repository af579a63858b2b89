import type { Lane, LaneFinding } from '@omen/charts'
import type { DashboardProject, UserValues } from '@omen/sdk'
import { projectAddress } from '../../../lib/projects/project-address.ts'
import type { NumberedIncident } from '../state/numbered.ts'

/** Nothing is judged yet, or only with low trust. */
export const isLearning = ({ state }: Pick<DashboardProject, 'state'>): boolean =>
  state === 'learning' || state === 'collecting'

type Times = Pick<UserValues, 'times' | 'bucketMs' | 'from' | 'to'>

/**
 * A lane of findings from a project's buckets: those of the same finding are one, for no longer than it lasts, and belong to the worst incident of their time.
 * A silent project has no data from its last batch on.
 */
export const projectLane = (
  project: DashboardProject,
  incidents: readonly NumberedIncident[],
  { times, bucketMs, from, to }: Times,
): Lane => {
  const address = projectAddress(project)
  const own = incidents.filter((incident) => incident.address === address)
  const { severity, isGap, start: starts, end: ends } = project.lane
  const findings: LaneFinding[] = []
  for (const [index, time] of times.entries()) {
    const val = severity[index] ?? null
    if (val === null && isGap[index] !== true) continue
    const start = Math.max(time, starts[index] ?? time)
    const end = Math.min(to, time + bucketMs, ends[index] ?? to)
    const incident = own.find((one) => one.onset < end && (one.end ?? Number.POSITIVE_INFINITY) >= start)
    const last = findings.at(-1)
    const isSameFinding = index > 0 && starts[index] === starts[index - 1] && ends[index] === ends[index - 1]
    const isSame = isSameFinding && last?.end === start && last.number === (incident?.number ?? null)
    if (isSame) findings[findings.length - 1] = { ...last, end }
    else findings.push({ id: incident?.id ?? `${address} ${start}`, number: incident?.number ?? null, start, end, val })
  }
  if (project.state === 'silent' && project.lastDataAt !== null && project.lastDataAt < to)
    findings.push({
      id: `${address} silent`,
      number: null,
      start: Math.max(from, project.lastDataAt),
      end: to,
      val: null,
    })
  return { id: address, label: project.projectName, findings }
}

/** The part of the series time of each bucket that was abnormal, of the projects that are shown. */
export const sharesOf = (
  { projects: all, overall }: Pick<UserValues, 'projects' | 'overall'>,
  projects: readonly DashboardProject[],
): number[] => {
  if (projects.length === all.length) return overall.share
  const series = Math.max(
    1,
    projects.reduce((sum, { seriesCount }) => sum + seriesCount, 0),
  )
  return overall.share.map(
    (_, bucket) =>
      projects.reduce((sum, { seriesCount, lane }) => sum + seriesCount * (lane.share[bucket] ?? 0), 0) / series,
  )
}

/** The shares of all projects as heights: the highest is full, unless all are small. */
export const overallHeights = (shares: readonly number[]): number[] => {
  const full = Math.max(MIN_FULL_SHARE, ...shares)
  return shares.map((share) => share / full)
}

const MIN_FULL_SHARE = 0.02
