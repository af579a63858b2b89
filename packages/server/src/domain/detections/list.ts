import { and, count, desc, eq, gte, ilike, lte, type SQL, sql } from 'drizzle-orm'
import { accounts, detections } from '../../schema/index.ts'
import type { DetectionHead, Page } from '../../schema/wire-types.ts'
import { readable } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { type CursorRequest, containing, cursorLimits, pageWithNext } from '../page-of.ts'
import { headColumns, toHead } from './detection-row.ts'
import { refreshCounts } from './shown-counts.ts'

export interface DetectionFilter {
  /** Words that all occur in the name of the file or of the model. */
  readonly q?: string | undefined
  /** The handle of the file. */
  readonly filename?: string | undefined
  readonly modelId?: string | undefined
  readonly modelName?: string | undefined
  readonly demo?: boolean | undefined
  /** Data that lie at least in part within these times, both included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Of the most severe period, whatever its direction. */
  readonly minSeverity?: number | undefined
}

/** Detections that the caller may read, newest first. */
export async function listDetections(
  ctx: Context,
  caller: Caller,
  request: CursorRequest & DetectionFilter,
): Promise<{ detections: DetectionHead[]; page: Page }> {
  const { limit, offset, after } = cursorLimits(request, {
    time: detections.createdAt,
    id: detections.id,
    order: 'descending',
  })
  const where = and(readable(caller, detections), ...conditionsOf(request))
  const [total] = await ctx.db.select({ value: count() }).from(detections).where(where)
  const rows = await ctx.db
    .select(headColumns)
    .from(detections)
    .innerJoin(accounts, eq(accounts.id, detections.ownerId))
    .where(and(where, after))
    .orderBy(desc(detections.createdAt), desc(detections.id))
    .limit(limit)
    .offset(offset)
  const page = pageWithNext(request, total!.value, rows, ({ createdAt, id }) => ({ time: createdAt, id }))
  const counted = await refreshCounts(ctx, rows)
  return { detections: counted.map((row) => toHead(row, caller)), page }
}

/** As `severityOfVal`: an instance that is down counts 10. */
const worstSeverity = sql`case when abs(${detections.worstVal} + pi()) < 1e-6 then 10 else abs(${detections.worstVal}) end`

function conditionsOf({
  q,
  filename,
  modelId,
  modelName,
  demo,
  from,
  to,
  minSeverity,
}: DetectionFilter): (SQL | undefined)[] {
  const named = sql`(${detections.uploadFileName} || ' ' || coalesce(${detections.modelName}, ''))`
  const words = (q ?? '').split(/\s+/).filter((word) => word !== '')
  return [
    ...words.map((word) => ilike(named, containing(word))),
    filename === undefined ? undefined : eq(detections.sourceId, filename),
    modelId === undefined ? undefined : eq(detections.modelId, modelId),
    modelName === undefined ? undefined : eq(sql`lower(${detections.modelName})`, modelName.toLowerCase()),
    demo === undefined ? undefined : eq(detections.isDemo, demo),
    from === undefined ? undefined : gte(detections.toTime, from),
    to === undefined ? undefined : lte(detections.fromTime, to),
    minSeverity === undefined ? undefined : gte(worstSeverity, minSeverity),
  ]
}
