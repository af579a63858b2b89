import { nameOnInstance, plainUnit } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { series } from '../../schema/index.ts'
import type { AlertIncident, Threshold } from '../../schema/wire-types.ts'
import { openOrReport } from '../calendars/index.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { Conditions } from './conditions.ts'
import { crossingId, ruleId } from './crossing-ids.ts'
import { type Crossing, findCrossings, type KnownCrossing } from './crossings.ts'
import { isSelected, matchesPattern } from './match-series.ts'
import { describeIncidents } from './message.ts'
import { partsOf } from './parts.ts'
import type { PlannableIncident } from './plan.ts'
import { readAlertable, toPlannable } from './read-incidents.ts'
import { type RatedSeries, readValues } from './read-values.ts'
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

/** Degrees are kept up to this one. */
const MAX_DEGREE = 10

/** What the settings of a project ask of an incident. */
function conditionsOf({ log }: Pick<Context, 'log'>, { source, project }: ProjectRow, rules: AlertRules): Conditions {
  const { pvalueEmail, cvalueEmail, minAnomalyRatio, onlyWithCause, thresholds } = rules
  const min = project.pvalue === 0 ? 0 : Math.log(1 - pvalueEmail) / Math.log(1 - project.pvalue)
  const hiding = rules.calendars
    .filter(({ hideAlerts }) => hideAlerts)
    .map(({ selector, ...rule }) => {
      const report = (err: unknown): void =>
        log.error({ err, sourceId: source.id, rrule: rule.rrule }, 'a calendar of alerts cannot be followed')
      return { selector, times: openOrReport(rule, report) }
    })
  return {
    cvalue: cvalueEmail,
    onlyWithCause,
    thresholds,
    // Scores are single precision
    minDegree: Math.min(MAX_DEGREE, Math.max(1, min)) - 1e-6,
    minSeries: Math.ceil(minAnomalyRatio * project.seriesCount - 1e-9),
    isHidden: (series, start) =>
      hiding.some(({ selector, times }) => isSelected(selector, series) && start < (times.before(start)?.end ?? start)),
  }
}

/** Series with a limit that are looked at, and samples of them: of more the latest. */
const MAX_SERIES = 200
const MAX_CELLS = 1_000_000

/** A crossing of a limit, as an incident that alerts tell of. */
interface AlertableCrossing {
  readonly plannable: PlannableIncident
  readonly described: AlertIncident
}

type SeriesRow = RatedSeries & Pick<typeof series.$inferSelect, 'metric' | 'instance' | 'unit'>

interface CrossingRequest {
  readonly from: number
  readonly to: number
  /** What was sent last of each rule and has not recovered since. */
  readonly sent: ReadonlyMap<string, KnownCrossing>
}

/** Where the samples of a span are beyond the limits of the settings, whatever is expected of them. */
async function readCrossings(
  ctx: Context,
  project: ProjectRow,
  { thresholds, isHidden }: Pick<Conditions, 'thresholds' | 'isHidden'>,
  { from, to, sent }: CrossingRequest,
): Promise<AlertableCrossing[]> {
  const limited = thresholds.filter(
    ({ alertAbove, alertBelow }) => alertAbove !== undefined || alertBelow !== undefined,
  )
  if (limited.length === 0) return []
  const sourceId = project.source.id
  const { samplingMs: stepMs, cvalue } = project.project
  const { number, metric, instance, unit, isRate } = series
  const all = await ctx.db
    .select({ number, metric, instance, unit, isRate })
    .from(series)
    .where(eq(series.sourceId, sourceId))
  const chosen = all.filter((one) => limited.some((own) => matchesPattern(own.metric, one.metric))).slice(0, MAX_SERIES)
  if (chosen.length === 0) return []
  const rows = Math.floor(MAX_CELLS / chosen.length)
  const { times, columns } = await readValues(ctx, sourceId, chosen, {
    from: Math.max(from, to - rows * stepMs),
    to,
    stepMs,
  })
  return chosen.flatMap((one, index) =>
    limited
      .filter((threshold) => matchesPattern(threshold.metric, one.metric))
      .flatMap((threshold) =>
        findCrossings(times, columns[index]!, threshold, cvalue, lastSent(sent, sourceId, one, threshold))
          .filter(({ start }) => !isHidden(one, start))
          .map((crossing) => toAlertable(sourceId, one, threshold, crossing)),
      ),
  )
}

/** One side of a threshold is left before the other one is crossed, so the later of both. */
function lastSent(
  sent: CrossingRequest['sent'],
  sourceId: string,
  { number }: SeriesRow,
  { alertAbove, alertBelow }: Threshold,
): KnownCrossing | undefined {
  const sides = [
    { side: 'above', limit: alertAbove },
    { side: 'below', limit: alertBelow },
  ] as const
  const found = sides.flatMap(
    ({ side, limit = Number.NaN }) => sent.get(ruleId({ sourceId, number, side, limit })) ?? [],
  )
  return found.toSorted((a, b) => b.start - a.start)[0]
}

function toAlertable(sourceId: string, one: SeriesRow, { kpi }: Threshold, crossing: Crossing): AlertableCrossing {
  const { side, limit, start, dueAt, endedAt, peak } = crossing
  const id = crossingId({ sourceId, number: one.number, side, limit, start })
  const unit = plainUnit(one.unit ?? '')
  const shown = (value: number): string => {
    const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }).format(value)
    return unit === '' ? number : `${number} ${unit}`
  }
  const { metric, instance } = one
  const isAbove = side === 'above'
  return {
    // It has no row that could be acknowledged, and so never escalates
    plannable: { id, dueAt, ...(kpi && { urgentAt: dueAt }), endedAt, decidedAt: undefined, escalatedAt: dueAt },
    described: {
      incidentId: id,
      start,
      end: endedAt ?? null,
      severity: null,
      sentence: {
        en: `${nameOnInstance(one, 'en')} ${isAbove ? 'rose above' : 'fell below'} its limit of ${shown(limit)} and reached ${shown(peak)}`,
        'zh-CN': `${nameOnInstance(one, 'zh-CN')} ${isAbove ? '高于上限' : '低于下限'} ${shown(limit)}，达到 ${shown(peak)}`,
      },
      series: [{ metric, instance, ...(unit !== '' && { unit }), since: start, value: peak, expected: null }],
    },
  }
}
