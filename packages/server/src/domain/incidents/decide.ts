import { eq } from 'drizzle-orm'
import { incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import { sendDecision } from '../alerts/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { noteHistory } from '../incident-rows/index.ts'
import { findOwnIncident, type IncidentRow } from './find.ts'
import { isClosed } from './listed.ts'
import { hasOpenFindings, lockSurvivor } from './regroup-by-hand.ts'
import { toDecision } from './to-decision.ts'

export type Decision = 'acknowledge' | 'resolve' | 'reopen'

interface DecisionRequest {
  readonly id: string
  readonly action: Decision
  readonly note?: string | undefined
}

/** Has an account decide on an incident of a project that it may read, its own or shared with it. */
export async function decideIncident(
  ctx: Context,
  caller: Caller,
  request: DecisionRequest,
): Promise<IncidentDecision> {
  const { incident, project } = await findOwnIncident(ctx, caller, request.id)
  const decided = await keepDecision(ctx, incident, { ...request, by: caller.userName })
  if (decided === undefined) throw notFound('incident')
  return toDecision(decided, project)
}

/** Has whoever an alert was sent to acknowledge its incident; false where it is not there any more. */
export async function acknowledgeIncident(
  ctx: Context,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  const [row] = await ctx.db.select().from(incidents).where(eq(incidents.id, id))
  return row !== undefined && (await keepDecision(ctx, row, { by, action: 'acknowledge' })) !== undefined
}

/** The first to acknowledge an incident stays who did. */
async function keepDecision(
  ctx: Context,
  incident: Pick<IncidentRow, 'id' | 'sourceId'>,
  { action, note, by }: Omit<DecisionRequest, 'id'> & { readonly by: string },
): Promise<IncidentRow | undefined> {
  const { db, clock, liveChanges } = ctx
  const decision = DECISIONS[action]
  const decided = await db.transaction(async (tx) => {
    const before = await lockSurvivor(tx, incident)
    if (before === undefined || (before.decision === decision && note === undefined)) return before
    const { id } = before
    const now = clock.now()
    if (action === 'reopen' && isClosed(before, now)) throw new DomainError('CONFLICT', { message: CLOSED })
    const isLasting = await hasOpenFindings(tx, id)
    const said = decision === null ? NOTHING_SAID : { decision, decidedAt: now, decidedBy: by }
    const state = isLasting ? (decision ?? 'open') : 'resolved'
    const resolvedAt = state === 'resolved' ? (before.resolvedAt ?? now) : null
    const [row] = await tx
      .update(incidents)
      .set({ ...said, state, resolvedAt, ...(note !== undefined && { note }) })
      .where(eq(incidents.id, id))
      .returning()
    await noteHistory(tx, { incidentId: id, at: now, kind: KINDS[action], by, note: note ?? null })
    if (before.decision !== decision) await sendDecision(tx, ctx, row!)
    return row
  })
  if (decided !== undefined) liveChanges.announce(decided.sourceId)
  return decided
}

const DECISIONS = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: null } as const
const KINDS = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' } as const
const NOTHING_SAID = { decision: null, decidedAt: null, decidedBy: null }
const CLOSED = {
  en: 'The incident was resolved more than 24 hours ago and is closed. Write a note on it, or on the one that came back.',
  'zh-CN': '该事件已解决超过 24 小时，现已关闭。请在该事件或再次发生的事件上添加备注。',
}
