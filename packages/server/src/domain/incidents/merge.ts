import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import { sendDecision } from '../alerts/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { leadTo, moveFindings, noteHistory } from '../incident-rows/index.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnIncident, type IncidentRow } from './find.ts'
import { joinPostMortems, TOO_LONG } from './post-mortem/join.ts'
import { lockIncident, lockRounds, pinFindings, settleIncidents } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

interface MergeRequest {
  readonly id: string
  readonly into?: string | undefined
  readonly note?: string | undefined
}

/** Puts all findings of an incident into another one of its project, which stays; the id of the first leads there from then on. */
export async function mergeIncidents(
  ctx: Context,
  caller: Caller,
  { id, into, note }: MergeRequest,
): Promise<IncidentDecision> {
  const from = await findOwnIncident(ctx, caller, id)
  if (into === undefined) throw invalidField('into', 'is required', { rule: 'required' })
  const to = await findOwnIncident(ctx, caller, into)
  if (from.incident.id === to.incident.id) throw invalidField('into', 'is this incident itself', { sentence: ITSELF })
  const { sourceId } = from.incident
  if (sourceId !== to.incident.sourceId)
    throw invalidField('into', 'is an incident of another project', { sentence: ELSEWHERE })
  const kept = await ctx.db.transaction(async (tx) => {
    await lockRounds(tx, sourceId)
    // Always in the same order, so that two merges cannot wait for each other
    const ids = [from.incident.id, to.incident.id]
    const locked = new Map<string, IncidentRow>()
    for (const one of ids.toSorted()) locked.set(one, await lockIncident(tx, one))
    const [merged, target] = ids.map((one) => locked.get(one)!) as [IncidentRow, IncidentRow]
    return merge(tx, ctx, { merged, target, note, by: caller.userName, stepMs: from.project.project.samplingMs })
  })
  ctx.liveChanges.announce(sourceId)
  return toDecision(kept, to.project)
}

interface Merge {
  readonly merged: IncidentRow
  readonly target: IncidentRow
  readonly note: string | undefined
  readonly by: string
  readonly stepMs: number
}

async function merge(tx: Database, ctx: Context, { merged, target, note, by, stepMs }: Merge): Promise<IncidentRow> {
  const now = ctx.clock.now()
  // What other services keep for it ends; where the target was not sent yet, theirs goes on as the one of both
  if (merged.alertedAt !== null && target.alertedAt !== null && merged.decision !== 'resolved')
    await sendDecision(tx, ctx, { ...merged, decision: 'resolved', decidedAt: now })
  await pinFindings(tx, [merged.id, target.id])
  const rows = await tx.select({ id: findings.id }).from(findings).where(eq(findings.incidentId, merged.id))
  if (rows.length > 0)
    await moveFindings(
      tx,
      rows.map((row) => row.id),
      target.id,
    )
  const alertedAt = target.alertedAt ?? merged.alertedAt
  await tx
    .update(incidents)
    .set({
      alertedAt,
      escalatedAt: target.escalatedAt ?? merged.escalatedAt,
      recoveredAt: null,
    })
    .where(eq(incidents.id, target.id))
  // The person who merges knows both incidents: a merge sends nothing
  if (alertedAt !== null)
    await tx
      .update(findings)
      .set({ alertedAt })
      .where(and(eq(findings.incidentId, target.id), isNull(findings.alertedAt)))
  if (!(await joinPostMortems(tx, { from: merged, to: target, now, by })))
    throw new DomainError('CONFLICT', { message: TOO_LONG })
  await leadTo(tx, merged.id, { target: target.id, now, by })
  const said = { at: now, by, note: note ?? null }
  await noteHistory(
    tx,
    { ...said, incidentId: target.id, kind: 'mergedFrom', other: merged.id },
    { ...said, incidentId: merged.id, kind: 'mergedInto', other: target.id },
  )
  await settleIncidents(tx, ctx, [target], stepMs)
  const [kept] = await tx.select().from(incidents).where(eq(incidents.id, target.id))
  return kept!
}

const ITSELF = {
  en: 'An incident cannot be merged with itself, nor with one that is part of it already.',
  'zh-CN': '事件不能与自身合并，也不能与已并入其中的事件合并。',
}
const ELSEWHERE = {
  en: 'Only incidents of the same project can be merged.',
  'zh-CN': '只能合并同一项目的事件。',
}
