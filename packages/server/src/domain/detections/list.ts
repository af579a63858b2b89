import { and, count, desc, eq } from 'drizzle-orm'
import { detections } from '../../adapters/database/schema/index.ts'
import { readableDetections } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import type { DetectionHead, Page } from '../wire-types.ts'
import { toHeads } from './detection-row.ts'

/** The caller's detections and the demo's, newest first. */
export async function listDetections(
  ctx: Context,
  caller: Caller,
  request: PageRequest & { modelId?: string | undefined; demo?: boolean | undefined },
): Promise<{ detections: DetectionHead[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const where = and(
    readableDetections(caller),
    request.modelId ? eq(detections.modelId, request.modelId) : undefined,
    request.demo === undefined ? undefined : eq(detections.isDemo, request.demo),
  )
  const [total] = await ctx.db.select({ value: count() }).from(detections).where(where)
  const rows = await ctx.db
    .select()
    .from(detections)
    .where(where)
    .orderBy(desc(detections.createdAt), desc(detections.id))
    .limit(limit)
    .offset(offset)
  return { detections: await toHeads(ctx, caller, rows), page: pageOf(request, total!.value) }
}
