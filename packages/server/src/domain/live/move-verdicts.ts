import type { IncidentPeriod } from '@omen/engine'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { findings, verdicts } from '../../schema/index.ts'
import { toPeriod } from '../findings/index.ts'

interface Sampling {
  readonly sourceId: string
  readonly stepMs: number
  readonly cvalue: number
}

/** Notes in verdicts which time their findings have come to, before findings are deleted. */
export async function noteSpans(tx: Database, sourceId: string): Promise<void> {
  // Findings are locked before their verdicts, as where a verdict is given
  const marked = await tx
    .select({ id: findings.id })
    .from(verdicts)
    .innerJoin(findings, eq(findings.id, verdicts.findingId))
    .where(eq(verdicts.sourceId, sourceId))
    .for('update', { of: findings })
  if (marked.length === 0) return
  const end = sql`coalesce(${findings.endTime}, (${findings.detail} ->> 'lastRowAt')::bigint)`
  await tx
    .update(verdicts)
    .set({ period: sql`${verdicts.period} || jsonb_build_object('start', ${findings.startTime}, 'end', ${end})` })
    .from(findings)
    .where(and(eq(verdicts.sourceId, sourceId), eq(findings.id, verdicts.findingId)))
}

/**
 * Moves verdicts whose finding is gone to the one of these that took its place, as where it was joined with another, or found anew in rows that were scored
 * again. One that none takes the place of stays, for a later one and for training.
 */
export async function moveVerdicts(
  tx: Database,
  { sourceId, stepMs, cvalue }: Sampling,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const lost = await tx
    .select({ id: verdicts.id, period: verdicts.period })
    .from(verdicts)
    .where(and(eq(verdicts.sourceId, sourceId), isNull(verdicts.findingId)))
    .orderBy(desc(verdicts.givenAt))
  if (lost.length === 0) return
  const rows = await tx
    .select({ row: findings })
    .from(findings)
    .leftJoin(verdicts, eq(verdicts.findingId, findings.id))
    .where(and(inArray(findings.id, [...ids]), eq(findings.type, 'period'), isNull(verdicts.id)))
  const free = new Map(rows.map(({ row }) => [row.id, toPeriod(row)]))
  for (const { id, period } of lost) {
    const findingId = successorOf(period, free, cvalue * stepMs)
    if (findingId === undefined) continue
    free.delete(findingId)
    await tx.update(verdicts).set({ findingId }).where(eq(verdicts.id, id))
  }
}

/**
 * The period that took the place of a reviewed one: of its time, with a break of at most `maxApartMs`, in its direction, and on the series that led it. Of
 * several, the one that the same series leads, then the one that has most of its time.
 */
export function successorOf(
  reviewed: IncidentPeriod,
  periods: ReadonlyMap<number, IncidentPeriod>,
  maxApartMs: number,
): number | undefined {
  const [lead] = reviewed.series
  const common = ({ start, end }: IncidentPeriod): number =>
    Math.min(end, reviewed.end) - Math.max(start, reviewed.start)
  const isLed = ({ series }: IncidentPeriod): boolean => series[0]?.seriesId === lead?.seriesId
  const isSuccessor = (one: IncidentPeriod): boolean =>
    common(one) >= -maxApartMs &&
    one.val < 0 === reviewed.val < 0 &&
    (isLed(one) || one.series.some(({ seriesId }) => seriesId === lead?.seriesId))
  const [first] = [...periods]
    .filter(([, period]) => isSuccessor(period))
    .sort(([, a], [, b]) => Number(isLed(b)) - Number(isLed(a)) || common(b) - common(a))
  return first?.[0]
}
