import type { AlertIncident } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import { conditionsOf } from './conditions-of.ts'
import type { KnownCrossing } from './crossings.ts'
import { describeIncidents } from './message.ts'
import { partsOf } from './parts.ts'
import type { PlannableIncident } from './plan.ts'
import { readCrossings } from './read-crossings.ts'
import { readAlertable, toPlannable } from './read-incidents.ts'
import type { AlertRules } from './settings.ts'

/** What there is to plan in a span, and what alerts tell of it. */
export interface Planning {
  readonly plannable: readonly PlannableIncident[]
  /** By their ids. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, AlertIncident>>
  /** The findings of those that are parts of incidents. */
  findingsOfParts(ids: readonly string[]): number[]
}

interface PlanningRequest {
  readonly project: ProjectRow
  readonly rules: AlertRules
  readonly from: number
  readonly to: number
  /** Crossings of limits are looked for from then on. */
  readonly limitsFrom: number
  /** Crossings that were sent and have not recovered since, by the id of their rule. */
  readonly sentCrossings: ReadonlyMap<string, KnownCrossing>
  /** As if nothing had been sent. */
  readonly isAnew: boolean
}

/** The incidents of a project that alerts may tell of, and the crossings of limits. */
export async function readPlanning(ctx: Context, request: PlanningRequest): Promise<Planning> {
  const { project, rules, from, to, limitsFrom, sentCrossings, isAnew } = request
  const conditions = conditionsOf(ctx, project, rules)
  const sourceId = project.source.id
  const times = { stepMs: project.project.samplingMs, cvalue: project.project.cvalue }
  const found = await readAlertable(ctx, sourceId, { from, to })
  const incidents = await toPlannable(ctx, found, { project, conditions, isAnew })
  const crossings = await readCrossings(ctx, project, conditions, { from: limitsFrom, to, sent: sentCrossings })
  const parts = new Map(found.flatMap((one) => partsOf(one, times)).map((part) => [part.id, part]))
  const foundById = new Map([...found.map((one) => [one.incident.id, one] as const), ...parts])
  const crossingById = new Map(crossings.map((one) => [one.plannable.id, one.described]))
  return {
    plannable: [...incidents, ...crossings.map(({ plannable }) => plannable)],
    async describe(ids) {
      const known = ids.filter((id) => foundById.has(id))
      const alertIncidents = await describeIncidents(
        ctx,
        sourceId,
        known.map((id) => foundById.get(id)!),
      )
      const crossed = ids.flatMap((id) => {
        const described = crossingById.get(id)
        return described === undefined ? [] : [[id, described] as const]
      })
      return new Map([...known.map((id, index) => [id, alertIncidents[index]!] as const), ...crossed])
    },
    findingsOfParts: (ids) => ids.flatMap((id) => (parts.get(id)?.findings ?? []).map((row) => row.id)),
  }
}
