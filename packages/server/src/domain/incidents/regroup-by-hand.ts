import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidentRecords, incidents, livePositions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { describeIncidents } from '../incident-rows/index.ts'
import type { IncidentRow } from './find.ts'

/** Waits for a round of live detection, and keeps the next one waiting: rounds regroup findings, too. */
export async function lockRounds(tx: Database, sourceId: string): Promise<void> {
  await tx.select().from(livePositions).where(eq(livePositions.sourceId, sourceId)).for('update')
}

/** As it is now. CONFLICT where it was merged meanwhile. */
export async function lockIncident(tx: Database, id: string): Promise<IncidentRow> {
  const [row] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update')
  if (row === undefined || row.mergedInto !== null) throw new DomainError('CONFLICT', { message: CHANGED })
  return row
}

const CHANGED = {
  en: 'The incident has become part of another one meanwhile. Load it again.',
  'zh-CN': '该事件在此期间已并入另一事件，请重新加载。',
}

interface IncidentOfSource {
  readonly id: string
  readonly sourceId: string
}

/** As it is now, or the one that it has been merged into; undefined where it was deleted. Neither changes until the end of the transaction. */
export async function lockSurvivor(tx: Database, { id, sourceId }: IncidentOfSource): Promise<IncidentRow | undefined> {
  await lockRounds(tx, sourceId)
  const [row] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update')
  const into = row?.mergedInto ?? null
  return into === null ? row : lockSurvivor(tx, { id: into, sourceId })
}

/** The same. NOT_FOUND where it was deleted. */
export async function requireSurvivor(tx: Database, incident: IncidentOfSource): Promise<IncidentRow> {
  const row = await lockSurvivor(tx, incident)
  if (row === undefined) throw notFound('incident')
  return row
}

export async function pinFindings(tx: Database, incidentIds: readonly string[]): Promise<void> {
  await tx
    .update(findings)
    .set({ isPinned: true })
    .where(inArray(findings.incidentId, [...incidentIds]))
}

/** Brings what is kept with incidents up to date with their findings. */
export async function settleIncidents(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  rows: readonly IncidentRow[],
  stepMs: number,
): Promise<void> {
  const ids = rows.map(({ id }) => id)
  for (const { id, decision, resolvedAt } of rows) {
    const state = (await hasOpenFindings(tx, id)) ? (decision ?? 'open') : ('resolved' as const)
    const since = state === 'resolved' ? (resolvedAt ?? clock.now()) : null
    await tx.update(incidents).set({ state, resolvedAt: since }).where(eq(incidents.id, id))
  }
  await describeIncidents(tx, ids, stepMs)
  // Made again when they are read, as long as their points are there; else they stay
  await tx.update(incidentRecords).set({ madeFrom: '' }).where(inArray(incidentRecords.incidentId, ids))
}

export async function hasOpenFindings(tx: Database, incidentId: string): Promise<boolean> {
  const isOpen = and(eq(findings.incidentId, incidentId), isNull(findings.endTime), isNotNull(findings.key))
  return (await tx.select({ one: sql`1` }).from(findings).where(isOpen).limit(1)).length > 0
}
