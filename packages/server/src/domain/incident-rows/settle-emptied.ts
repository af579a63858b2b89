import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidentRecords, incidentStars, incidents } from '../../schema/index.ts'
import { permitAlertsAgain, sendWithdrawal } from '../alerts/withdrawn.ts'
import type { Context } from '../context.ts'
import { joinPostMortems } from '../incidents/post-mortem/join.ts'
import { moveFindings } from './move-findings.ts'
import { noteHistory } from './note-history.ts'

interface Emptied {
  /** Incidents whose findings went to another one. */
  readonly movedTo: ReadonlyMap<string, string>
  /** Incidents of findings that were deleted. */
  readonly lost: readonly string[]
  readonly now: number
  /** The last row that was scored: what lasted until now ends there. */
  readonly position: number
  /** So far apart one can still take the place of the other. */
  readonly maxApartMs: number
}

/**
 * Settles incidents that may have lost all of their findings. Their ids stand in mails, so no row is deleted: an id leads to where the
 * findings went, else to the incident that took its place, else it is withdrawn.
 */
export async function settleEmptied(
  tx: Database,
  ctx: Context,
  { movedTo, lost, now, position, maxApartMs }: Emptied,
): Promise<void> {
  const candidates = [...new Set([...movedTo.keys(), ...lost])]
  if (candidates.length === 0) return
  const emptied = await tx
    .select()
    .from(incidents)
    .where(and(inArray(incidents.id, candidates), isNull(incidents.mergedInto), isEmpty))
  for (const incident of emptied) {
    const { id } = incident
    const target = movedTo.get(id) ?? (await findSuccessor(tx, id, maxApartMs))
    if (target === undefined) await withdraw(tx, ctx, incident, { now, position })
    else await replace(tx, incident, { target, now })
  }
}

/**
 * Gives an incident that was just made the id of one whose findings were deleted, if it is of the same time and on an instance of that
 * one. Ids in `except` are not taken. Returns the id that it has now.
 */
export async function reuseFormerId(
  tx: Database,
  { id, maxApartMs, except }: { readonly id: string; readonly maxApartMs: number; readonly except: readonly string[] },
): Promise<string> {
  const former = sql`select former.id from ${incidents} former, ${incidents} own where own.id = ${id} and former.id <> own.id
    and not former.id = any(${sql.param([...except])}::text[]) and former.merged_into is null and ${hasNoFindings('former')} and ${isSamePlace('former', 'own', maxApartMs)}
    order by former.alerted_at nulls last, former.decided_at nulls last, former.created_at limit 1`
  const formerId = await readId(tx, former)
  if (formerId === undefined) return id
  const own = await tx.select({ id: findings.id }).from(findings).where(eq(findings.incidentId, id))
  await moveFindings(
    tx,
    own.map((row) => row.id),
    formerId,
  )
  const [made] = await tx.delete(incidents).where(eq(incidents.id, id)).returning()
  const [before] = await tx.select().from(incidents).where(eq(incidents.id, formerId))
  const isOpen = made!.state !== 'resolved'
  // It is sent again only if its end was sent and it lasts
  const isBack = isOpen && before!.recoveredAt !== null
  if (isBack) await permitAlertsAgain(tx, before!)
  else if (before!.alertedAt !== null)
    // What takes the place of findings that were sent counts as sent
    await tx
      .update(findings)
      .set({ alertedAt: before!.alertedAt, recoveredAt: before!.recoveredAt })
      .where(and(eq(findings.incidentId, formerId), isNull(findings.alertedAt)))
  await tx
    .update(incidents)
    .set({
      state: isOpen ? sql`coalesce(${incidents.decision}, 'open')` : 'resolved',
      resolvedAt: isOpen ? null : made!.resolvedAt,
      ...(isBack && { alertedAt: null, escalatedAt: null, recoveredAt: null }),
    })
    .where(eq(incidents.id, formerId))
  return formerId
}

/** Has an id lead to another incident, with all ids that led to it, its stars, and whether it is left out of training. */
export async function leadTo(
  tx: Database,
  id: string,
  { target, now, by }: { readonly target: string; readonly now: number; readonly by: string | null },
): Promise<void> {
  await tx
    .update(incidents)
    .set({ ...resolvedFrom(now), mergedInto: target, mergedAt: now, mergedBy: by })
    .where(eq(incidents.id, id))
  await tx.update(incidents).set({ mergedInto: target }).where(eq(incidents.mergedInto, id))
  await tx.execute(sql`update ${incidents} set excluded_at = merged.excluded_at, excluded_by = merged.excluded_by
    from ${incidents} merged where ${incidents.id} = ${target} and merged.id = ${id}
    and ${incidents.excludedAt} is null and merged.excluded_at is not null`)
  await tx.execute(sql`insert into ${incidentStars} (incident_id, account_id, at)
    select ${target}, account_id, at from ${incidentStars} where incident_id = ${id} on conflict do nothing`)
}

type IncidentRow = typeof incidents.$inferSelect

/** Notes and verdicts of a withdrawn incident are removed with it; those of the other incident stay. */
async function replace(
  tx: Database,
  incident: IncidentRow,
  { target, now }: { readonly target: string; readonly now: number },
): Promise<void> {
  const [to] = await tx.select().from(incidents).where(eq(incidents.id, target))
  const { decision, decidedAt, decidedBy, note } = incident
  const isAcknowledged = to!.decision === null && decision === 'acknowledged'
  if (isAcknowledged || (to!.note === null && note !== null))
    await tx
      .update(incidents)
      .set({
        note: to!.note ?? note,
        ...(isAcknowledged && { decision, decidedAt, decidedBy }),
        ...(isAcknowledged && to!.state === 'open' && { state: decision }),
      })
      .where(eq(incidents.id, target))
  await joinPostMortems(tx, { from: incident, to: to!, now, by: null })
  await leadTo(tx, incident.id, { target, now, by: null })
}

async function withdraw(
  tx: Database,
  ctx: Context,
  incident: IncidentRow,
  { now, position }: { readonly now: number; readonly position: number },
): Promise<void> {
  const { id, alertedAt, recoveredAt } = incident
  const isUnfinished = alertedAt !== null && recoveredAt === null
  const isEndSent = isUnfinished && (await sendWithdrawal(tx, ctx, incident, position))
  await tx
    .update(incidents)
    .set({
      ...resolvedFrom(now),
      ...(isEndSent && { recoveredAt: position }),
      endTime: sql`coalesce(${incidents.endTime}, greatest(${incidents.onset}, ${position}::bigint))`,
      findingCount: 0,
    })
    .where(eq(incidents.id, id))
  await tx.delete(incidentRecords).where(eq(incidentRecords.incidentId, id))
  await noteHistory(tx, { incidentId: id, at: now, kind: 'withdrawn' })
}

const resolvedFrom = (now: number) => ({
  state: 'resolved' as const,
  resolvedAt: sql`coalesce(${incidents.resolvedAt}, ${now})`,
})

const isEmpty = sql`not exists (select 1 from ${findings} where ${findings.incidentId} = ${incidents.id})`

const hasNoFindings = (alias: string): SQL =>
  sql`not exists (select 1 from ${findings} where ${findings.incidentId} = ${sql.raw(alias)}.id)`

/** Whether two incidents of a project overlap in time and share an instance; one without instances concerns the whole project. */
function isSamePlace(former: string, own: string, maxApartMs: number): SQL {
  const [a, b] = [sql.raw(former), sql.raw(own)]
  return sql`${a}.source_id = ${b}.source_id
    and ${a}.onset <= coalesce(${b}.end_time, ${a}.onset) + ${maxApartMs}::bigint
    and coalesce(${a}.end_time, ${b}.onset) >= ${b}.onset - ${maxApartMs}::bigint
    and (${a}.instances = '[]' or ${b}.instances = '[]'
      or exists (select 1 from jsonb_array_elements_text(${a}.instances) as instance where ${b}.instances ? instance))`
}

/** The incident that has findings where another one had them. */
function findSuccessor(tx: Database, id: string, maxApartMs: number): Promise<string | undefined> {
  return readId(
    tx,
    sql`select own.id from ${incidents} former, ${incidents} own where former.id = ${id} and own.id <> former.id
      and own.merged_into is null and own.finding_count > 0 and ${isSamePlace('former', 'own', maxApartMs)}
      order by abs(own.onset - former.onset), own.id limit 1`,
  )
}

async function readId(tx: Database, query: SQL): Promise<string | undefined> {
  const { rows } = (await tx.execute(query)) as unknown as { rows: { id: string }[] }
  return rows[0]?.id
}
