import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidents } from '../../schema/index.ts'
import type { IncidentDecision } from '../../schema/wire-types.ts'
import { sendDecision } from '../alerts/index.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { findReadableSource } from '../projects/index.ts'

export type IncidentAction = 'acknowledge' | 'resolve' | 'reopen'

export interface DecisionRequest {
  readonly id: string
  readonly action: IncidentAction
  readonly note?: string | undefined
}

type IncidentRow = typeof incidents.$inferSelect

/** Has an account decide on an incident of a project that it may read, its own or shared with it. */
export async function decideIncident(
  ctx: Context,
  caller: Caller,
  request: DecisionRequest,
): Promise<IncidentDecision> {
  const [incident] = await ctx.db.select().from(incidents).where(eq(incidents.id, request.id))
  const project = incident && (await findReadableSource(ctx, caller, incident.sourceId))
  const isOfAccount = project?.source.ownerId === caller.accountId || project?.project.isDemo === false
  if (project === undefined || !isOfAccount) throw notFound('incident')
  const decided = await keepDecision(ctx, { ...request, by: caller.userName })
  if (decided === undefined) throw notFound('incident')
  const { id, state, decidedAt, decidedBy, note } = decided
  return { id, projectName: project.source.name, state, decidedAt, decidedBy, note }
}

/** Has whoever an alert was sent to acknowledge its incident; false where it is not there any more. */
export async function acknowledgeIncident(
  ctx: Context,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  return (await keepDecision(ctx, { id, by, action: 'acknowledge' })) !== undefined
}

/** The first to acknowledge an incident stays who did. */
async function keepDecision(
  ctx: Context,
  { id, action, note, by }: DecisionRequest & { readonly by: string },
): Promise<IncidentRow | undefined> {
  const { db, clock, liveChanges } = ctx
  const decision = decisions[action]
  const decided = await db.transaction(async (tx) => {
    const [before] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update')
    if (before === undefined || (before.decision === decision && note === undefined)) return before
    const isLasting = await hasOpenFindings(tx, id)
    const said = decision === null ? nothingSaid : { decision, decidedAt: clock.now(), decidedBy: by }
    const [row] = await tx
      .update(incidents)
      .set({ ...said, state: isLasting ? (decision ?? 'open') : 'resolved', ...(note !== undefined && { note }) })
      .where(eq(incidents.id, id))
      .returning()
    if (before.decision !== decision) await sendDecision(tx, ctx, row!)
    return row
  })
  if (decided !== undefined) liveChanges.announce(decided.sourceId)
  return decided
}

const decisions = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: null } as const
const nothingSaid = { decision: null, decidedAt: null, decidedBy: null }

async function hasOpenFindings(tx: Database, incidentId: string): Promise<boolean> {
  const isOpen = and(eq(findings.incidentId, incidentId), isNull(findings.endTime), isNotNull(findings.key))
  return (await tx.select({ one: sql`1` }).from(findings).where(isOpen).limit(1)).length > 0
}
