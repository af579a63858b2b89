import type { ReportSchedule } from '@omen/sdk'
import type { AlertConfig, IntegrationConfig, ProjectConfig, ReportScheduleConfig } from './config.ts'

/** A value before and after; undefined where there is none, and for secrets, which are never shown. */
export interface Difference {
  readonly field: string
  readonly before?: unknown
  readonly after?: unknown
  readonly isSecret?: boolean
}

interface Step {
  readonly differences: readonly Difference[]
}

/** What is to be done, in the order in which it is. */
export type PlanStep =
  | (Step & { readonly action: 'addProject'; readonly project: ProjectConfig })
  | (Step & {
      readonly action: 'changeProject' | 'changeConnection' | 'changeMembers'
      readonly project: ProjectConfig
    })
  | (Step & { readonly action: 'changeAlerts'; readonly project: ProjectConfig; readonly alerts: AlertConfig })
  | (Step & { readonly action: 'removeProject'; readonly name: string })
  | (Step & { readonly action: 'addIntegration' | 'changeIntegration'; readonly integration: IntegrationConfig })
  | (Step & {
      readonly action: 'removeIntegration'
      readonly provider: IntegrationConfig['provider']
      readonly account: string
    })
  | (Step & { readonly action: 'addReportSchedule'; readonly schedule: ReportScheduleConfig })
  | (Step & {
      readonly action: 'changeReportSchedule'
      readonly id: string
      readonly schedule: ReportScheduleConfig
    })
  | (Step & { readonly action: 'removeReportSchedule'; readonly schedule: ReportSchedule })

/** Fields of `desired` that are not as in `current`; what is omitted stays as it is. */
export function differencesOf(
  desired: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Difference[] {
  return Object.entries(desired).flatMap(([field, after]) => {
    if (after === undefined || isSame(after, current[field])) return []
    return [{ field, before: current[field], after }]
  })
}

/** Lists in another order are different; a field that is missing is like null, false or an empty list. */
function isSame(desired: unknown, current: unknown): boolean {
  if (isNothing(desired) && isNothing(current)) return true
  if (Array.isArray(desired) && Array.isArray(current))
    return desired.length === current.length && desired.every((one, at) => isSame(one, current[at]))
  if (isObject(desired) && isObject(current)) {
    const names = new Set([...Object.keys(desired), ...Object.keys(current)])
    return [...names].every((name) => isSame(desired[name], current[name]))
  }
  return desired === current
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
