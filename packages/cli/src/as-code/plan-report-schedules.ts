import type { NewReportSchedule, Project, ReportSchedule } from '@omen/sdk'
import type { ReportScheduleConfig } from './config.ts'
import { type Difference, differencesOf, type PlanStep } from './plan.ts'
import type { Planning } from './planning.ts'
import { plainTimeZone } from './time-zone.ts'

interface Known {
  readonly schedules: readonly ReportSchedule[]
  /** All that the caller may read. */
  readonly projects: readonly Project[]
  /** Names of projects that earlier steps add. */
  readonly added: readonly string[]
}

/** Adds schedules, changes what differs of those that are known by the same projects and period, and removes the others where that was asked for. */
export function reportScheduleSteps(
  planning: Planning,
  desired: readonly ReportScheduleConfig[],
  known: Known,
): PlanStep[] {
  const nameOf = namesOf(known)
  const named = desired.map((schedule) => withNames(planning, schedule, nameOf))
  const matched = matchSchedules(named, known.schedules)
  const kept = new Set(matched.values())
  return [
    ...named.flatMap((schedule) => stepFor(schedule, matched.get(schedule))),
    ...known.schedules
      .filter((schedule) => planning.prune && !kept.has(schedule))
      .map((schedule) => ({ action: 'removeReportSchedule' as const, schedule, differences: [] })),
  ]
}

/** Of a project the name that the server gives it in schedules: without its owner where that is the caller. */
function namesOf({ projects, added }: Known): ReadonlyMap<string, string> {
  const names = new Map(added.map((name) => [name.toLowerCase(), name]))
  for (const { projectName, owner, mine } of projects) {
    const full = `${projectName}@${owner}`
    names.set(full.toLowerCase(), mine ? projectName : full)
    if (mine) names.set(projectName.toLowerCase(), projectName)
  }
  return names
}

function withNames(
  { faults }: Planning,
  schedule: ReportScheduleConfig,
  names: ReadonlyMap<string, string>,
): ReportScheduleConfig {
  const { projectNames, line } = schedule
  if (projectNames === null) return schedule
  const found = projectNames.flatMap((name) => {
    const known = names.get(name.toLowerCase())
    if (known === undefined)
      faults.push({
        line,
        message: `the ${titleOfSchedule(schedule)} names ${name}, which is no project that you may read and none in the file`,
      })
    return known ?? []
  })
  return { ...schedule, projectNames: [...new Set(found)].sort() }
}

/** Those with the most in common first, each once. One that has stopped is as if it were not there. */
function matchSchedules(
  desired: readonly ReportScheduleConfig[],
  current: readonly ReportSchedule[],
): Map<ReportScheduleConfig, ReportSchedule> {
  const pairs = desired.flatMap((wanted) =>
    current
      .filter((one) => one.stoppedAt === null && keyOf(one) === keyOf(wanted))
      .map((one) => ({ wanted, one, shared: sharedOf(wanted, one) })),
  )
  const matched = new Map<ReportScheduleConfig, ReportSchedule>()
  const taken = new Set<ReportSchedule>()
  for (const { wanted, one } of pairs.toSorted((a, b) => b.shared - a.shared)) {
    if (matched.has(wanted) || taken.has(one)) continue
    matched.set(wanted, one)
    taken.add(one)
  }
  return matched
}

function keyOf({ every, projectNames }: Pick<ReportSchedule, 'every'> & { projectNames: readonly string[] | null }) {
  return `${every} ${projectNames?.toSorted().join(' ').toLowerCase() ?? ''}`
}

function sharedOf(wanted: ReportScheduleConfig, one: ReportSchedule): number {
  if (differences(wanted, one).length === 0) return Number.POSITIVE_INFINITY
  return wanted.recipients.filter((recipient) => one.recipients.includes(recipient)).length
}

function differences(wanted: ReportScheduleConfig, one: ReportSchedule): Difference[] {
  const { hour, timeZone, locale } = one
  return differencesOf(valuesOf(wanted), {
    hour,
    timeZone: plainTimeZone(timeZone),
    locale,
    recipients: one.recipients.toSorted(),
  })
}

function stepFor(schedule: ReportScheduleConfig, current: ReportSchedule | undefined): PlanStep[] {
  if (current === undefined)
    return [{ action: 'addReportSchedule', schedule, differences: differencesOf(valuesOf(schedule), {}) }]
  const changed = differences(schedule, current)
  return changed.length === 0
    ? []
    : [{ action: 'changeReportSchedule', id: current.id, schedule, differences: changed }]
}

type Values = Omit<NewReportSchedule, 'every' | 'projectNames' | 'hour'> & { hour?: number }

/** What of a schedule may change. */
export function valuesOf({ hour, timeZone, recipients, locale }: ReportScheduleConfig): Values {
  return {
    ...(hour !== undefined && { hour }),
    ...(timeZone !== undefined && { timeZone }),
    ...(locale !== undefined && { locale }),
    recipients: [...recipients],
  }
}

const DEFAULT_HOUR = 8

export function newSchedule(schedule: ReportScheduleConfig): NewReportSchedule {
  const { every, projectNames } = schedule
  const named = projectNames && { projectNames: [...projectNames] }
  return { every, hour: DEFAULT_HOUR, ...named, ...valuesOf(schedule) }
}

/** "weekly report on shop, orders" */
export function titleOfSchedule({ every, projectNames }: Parameters<typeof keyOf>[0]): string {
  const often = { day: 'daily', week: 'weekly', month: 'monthly' }[every]
  return `${often} report on ${projectNames?.join(', ') ?? 'all projects'}`
}
