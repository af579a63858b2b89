import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm'
import { findings, predictions, series } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { type ProjectRow, projectState } from '../projects/index.ts'

/** A series that leaves its range, with the project that it is of. */
export interface Prediction {
  readonly row: ProjectRow
  readonly metric: string
  readonly instance: string
  readonly unit: string | null
  readonly predicted: typeof predictions.$inferSelect
}

/** What is ahead of the projects that are live, the soonest first: not what leads a finding that lasts, nor what should have happened by now. */
export async function readPredictions({ db, clock }: Context, rows: readonly ProjectRow[]): Promise<Prediction[]> {
  const now = clock.now()
  const live = new Map(rows.filter((row) => projectState(row, now) === 'live').map((row) => [row.source.id, row]))
  if (live.size === 0) return []
  const open = db
    .select({ one: sql`1` })
    .from(findings)
    .where(
      and(
        ...[eq(findings.sourceId, predictions.sourceId), eq(findings.leadSeries, predictions.series)],
        ...[isNull(findings.endTime), isNotNull(findings.key)],
      ),
    )
  const found = await db
    .select({ metric: series.metric, instance: series.instance, unit: series.unit, predicted: predictions })
    .from(predictions)
    .innerJoin(series, and(eq(series.sourceId, predictions.sourceId), eq(series.number, predictions.series)))
    .where(and(inArray(predictions.sourceId, [...live.keys()]), gt(predictions.latest, now), notExists(open)))
    .orderBy(asc(predictions.about), asc(predictions.sourceId), asc(predictions.series))
  return found.map((one) => ({ ...one, row: live.get(one.predicted.sourceId)! }))
}
