import { nameOnInstance, plainUnit } from '@omen/engine'
import { eq } from 'drizzle-orm'
import { series } from '../../schema/index.ts'
import type { AlertIncident, Threshold } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { ProjectRow } from '../projects/index.ts'
import type { Conditions } from './conditions.ts'
import { crossingId, ruleId } from './crossing-ids.ts'
import { type Crossing, findCrossings, type KnownCrossing } from './crossings.ts'
import { matchesPattern } from './match-series.ts'
import type { PlannableIncident } from './plan.ts'
import { type RatedSeries, readValues } from './read-values.ts'

/** Series with a limit that are looked at, and samples of them: of more the latest. */
const maxSeries = 200
const maxCells = 1_000_000

/** A crossing of a limit, as an incident that alerts tell of. */
export interface AlertableCrossing {
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
export async function readCrossings(
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
  const chosen = all.filter((one) => limited.some((own) => matchesPattern(own.metric, one.metric))).slice(0, maxSeries)
  if (chosen.length === 0) return []
  const rows = Math.floor(maxCells / chosen.length)
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
      ...{ incidentId: id, start, end: endedAt ?? null, severity: null },
      sentence: {
        en: `${nameOnInstance(one, 'en')} ${isAbove ? 'rose above' : 'fell below'} its limit of ${shown(limit)} and reached ${shown(peak)}`,
        'zh-CN': `${nameOnInstance(one, 'zh-CN')} ${isAbove ? '高于上限' : '低于下限'} ${shown(limit)}，达到 ${shown(peak)}`,
      },
      series: [{ metric, instance, ...(unit !== '' && { unit }), since: start, value: peak, expected: null }],
    },
  }
}
