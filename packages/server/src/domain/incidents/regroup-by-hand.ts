import { eq, inArray } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, incidentRecords, incidents, livePositions } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { describeIncidents } from '../incident-rows/index.ts'
import { hasOpenFindings } from './decide.ts'
import type { IncidentRow } from './find.ts'

/** Waits for a round of live detection, and keeps the next one waiting: rounds regroup findings, too. */
export async function lockRounds(tx: Database, sourceId: string): Promise<void> {
  await tx.select().from(livePositions).where(eq(livePositions.sourceId, sourceId)).for('update')
}

/** As it is now. CONFLICT where it was merged meanwhile. */
export async function lockIncident(tx: Database, id: string): Promise<IncidentRow> {
  const [row] = await tx.select().from(incidents).where(eq(incidents.id, id)).for('update')
  if (row === undefined || row.mergedInto !== null) throw new DomainError('CONFLICT', { message: changed })
  return row
}

const changed = {
  en: 'The incident has become part of another one meanwhile. Load it again.',
  'zh-CN': '该事件在此期间已并入另一事件，请重新加载。',
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
