import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidentHistory, incidentStars, incidents, postMortems } from '../../schema/index.ts'

/**
 * What becomes of incidents that may have lost all of their findings, those of `movedTo` to another one: those that somebody may hold a
 * link to lead to where the findings went; those that somebody has written about stay; the others are deleted.
 */
export async function settleEmptied(
  tx: Database,
  {
    movedTo,
    lost,
    now,
  }: { readonly movedTo: ReadonlyMap<string, string>; readonly lost: readonly string[]; readonly now: number },
): Promise<void> {
  const candidates = [...new Set([...movedTo.keys(), ...lost])]
  if (candidates.length === 0) return
  const isEmpty = sql`not exists (select 1 from ${findings} where ${findings.incidentId} = ${incidents.id})`
  const emptied = await tx
    .select({ id: incidents.id, alertedAt: incidents.alertedAt, isSpokenOf })
    .from(incidents)
    .where(and(inArray(incidents.id, candidates), isNull(incidents.mergedInto), isEmpty))
  const gone: string[] = []
  for (const { id, alertedAt, isSpokenOf } of emptied) {
    const target = movedTo.get(id)
    if (target !== undefined && (alertedAt !== null || isSpokenOf)) await leadTo(tx, id, { target, now, by: null })
    else if (isSpokenOf) await tx.update(incidents).set(resolvedFrom(now)).where(eq(incidents.id, id))
    else gone.push(id)
  }
  if (gone.length > 0) await tx.delete(incidents).where(inArray(incidents.id, gone))
}

const resolvedFrom = (now: number) => ({
  state: 'resolved' as const,
  resolvedAt: sql`coalesce(${incidents.resolvedAt}, ${now})`,
})

/** Has an id lead to another incident, with all ids that led to it. What one of them leaves out of training, both do. */
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
}

const has = (table: typeof incidentHistory | typeof incidentStars | typeof postMortems) =>
  sql`exists (select 1 from ${table} where ${table.incidentId} = ${incidents.id})`
const isSpokenOf = sql<boolean>`(${incidents.decision} is not null or ${has(incidentHistory)} or ${has(incidentStars)} or ${has(postMortems)})`
