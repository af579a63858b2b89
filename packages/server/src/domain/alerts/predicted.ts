import { nameOnInstance, plainUnit } from '@omen/engine'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { alerts, predictions } from '../../schema/index.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { type Prediction, readPredictions } from '../predictions/index.ts'
import type { ProjectRow } from '../projects/index.ts'
import { keepAlert } from './keep.ts'
import type { AlertRules } from './settings.ts'
import { readKeepers, readTargets } from './targets.ts'

const HOUR_MS = 3_600_000
const MAX_LISTED = 20
/** A prediction is made again or withdrawn long before. */
export const PREDICTION_KEPT_MS = 48 * HOUR_MS

/**
 * Gives the order to send what is predicted to come within the hours of the settings: each prediction once for as long as it stands, and one that was
 * withdrawn and made again within these hours not anew.
 */
export async function sendPredictions(ctx: Context, project: ProjectRow, rules: AlertRules): Promise<void> {
  const at = ctx.clock.now()
  const horizonMs = rules.predictionHours * HOUR_MS
  const found = await readPredictions(ctx, [project])
  const due = found.filter(({ predicted: { about, alertedAt } }) => alertedAt === null && about - at <= horizonMs)
  if (due.length === 0) return
  const sourceId = project.source.id
  const sent = await readSent(ctx, sourceId, at - horizonMs)
  const near = due.filter(({ predicted }) => !sent.has(idOf(predicted)))
  if (near.length === 0) return
  const numbers = near.map(({ predicted }) => predicted.series)
  await ctx.db.transaction(async (tx) => {
    await keepAlert(tx, ctx, {
      sourceId,
      incidentId: null,
      incidentIds: near.map(({ predicted }) => idOf(predicted)),
      key: `predicted ${sourceId} ${near.map(({ predicted: { series, since } }) => `${series}:${since}`).join(' ')}`,
      message: messageOf(project, near, at),
      targets: await readTargets(tx, project, { recipients: rules.recipients, kind: 'predicted', incidentIds: [] }),
    })
    await tx
      .update(predictions)
      .set({ alertedAt: at })
      .where(and(eq(predictions.sourceId, sourceId), inArray(predictions.series, numbers)))
  })
}

/**
 * Gives the order to end what services keep of predictions that do not stand any more: they came true, which is an incident of its own, or were withdrawn.
 */
export async function endPredictions(ctx: Context, { source }: ProjectRow): Promise<void> {
  const { db, clock } = ctx
  const at = clock.now()
  const isKept = and(
    eq(alerts.sourceId, source.id),
    eq(alerts.kind, 'predicted'),
    gt(alerts.createdAt, at - PREDICTION_KEPT_MS),
  )
  const reporting = await db.select({ message: alerts.message, ids: alerts.incidentIds }).from(alerts).where(isKept)
  if (reporting.length === 0) return
  const standing = await db.select().from(predictions).where(eq(predictions.sourceId, source.id))
  const lasting = new Set(standing.map((one) => wireIdOf(source.id, one)))
  for (const { message, ids } of reporting) {
    const targets = await readKeepers(db, source.id, ids)
    if (targets.length === 0) continue
    for (const incident of message.incidents.filter(({ incidentId }) => !lasting.has(incidentId))) {
      const { incidentId } = incident
      const incidents = [{ ...incident, end: at }]
      const recovered = {
        sourceId: source.id,
        incidentId,
        incidentIds: [incidentId, ...ids],
        targets,
        key: `recovered ${incidentId}`,
        message: { ...message, kind: 'recovered' as const, at, incidents, incidentsTotal: 1 },
      }
      await db.transaction((tx) => keepAlert(tx, ctx, recovered))
    }
  }
}

function idOf({ series }: Prediction['predicted']): string {
  return `predicted-${series}`
}

/** No other prediction has the same. */
function wireIdOf(sourceId: string, { series, since }: Pick<Prediction['predicted'], 'series' | 'since'>): string {
  return `predicted-${sourceId}-${series}-${since}`
}

async function readSent({ db }: Pick<Context, 'db'>, sourceId: string, since: number): Promise<ReadonlySet<string>> {
  const isLate = and(eq(alerts.sourceId, sourceId), eq(alerts.kind, 'predicted'), gt(alerts.createdAt, since))
  const rows = await db.select({ ids: alerts.incidentIds }).from(alerts).where(isLate)
  return new Set(rows.flatMap(({ ids }) => ids))
}

function messageOf({ source, project }: ProjectRow, near: readonly Prediction[], at: number): AlertMessage {
  return {
    kind: 'predicted',
    projectName: source.name,
    timeZone: project.timeZone,
    at,
    incidentsTotal: near.length,
    incidents: near.slice(0, MAX_LISTED).map((one) => {
      const { metric, instance, predicted } = one
      const unit = plainUnit(one.unit ?? '')
      const series = { metric, instance, ...(unit !== '' && { unit }), since: predicted.since }
      return {
        incidentId: wireIdOf(source.id, predicted),
        sentence: sentenceOf(one, at),
        severity: null,
        start: predicted.about,
        end: null,
        series: [{ ...series, value: predicted.limit, expected: null }],
      }
    }),
  }
}

function sentenceOf(one: Prediction, at: number): Record<'en' | 'zh-CN', string> {
  const { unit, predicted } = one
  const hours = Math.max(1, Math.round((predicted.about - at) / HOUR_MS))
  const isAbove = predicted.side === 'above'
  const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(predicted.limit)
  const shown = plainUnit(unit ?? '')
  const limit = shown === '' ? number : `${number} ${shown}`
  return {
    en: `${nameOnInstance(one, 'en')} is predicted to ${isAbove ? 'rise above' : 'fall below'} ${limit} in about ${hours} h`,
    'zh-CN': `预计 ${nameOnInstance(one, 'zh-CN')} 将在约 ${hours} 小时后${isAbove ? '超过' : '低于'} ${limit}`,
  }
}
