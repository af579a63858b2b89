import type { ModelType } from '@omen/engine'
import { and, count, desc, eq, ilike, not, type SQL, sql } from 'drizzle-orm'
import { jobs, models, modelVersions } from '../../schema/index.ts'
import type { Model, Page } from '../../schema/wire-types.ts'
import { ownedBy, readableModels } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { jobFilename } from '../jobs/index.ts'
import { containing, limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { toModels } from './model-row.ts'

export interface ModelFilter {
  readonly q?: string | undefined
  readonly modelType?: ModelType | undefined
  /** A file that a version was trained on. */
  readonly filename?: string | undefined
  /** True: only those of others; false: only the own ones. */
  readonly shared?: boolean | undefined
}

/** Models that the caller may use, those changed last first. */
export async function listModels(
  ctx: Context,
  caller: Caller,
  request: PageRequest & ModelFilter,
): Promise<{ models: Model[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const isOwn = ownedBy(caller, models.ownerId)
  const where = and(
    readableModels(caller),
    request.q ? ilike(models.modelName, containing(request.q)) : undefined,
    request.filename ? trainedOn(request.filename) : undefined,
    request.modelType ? eq(models.modelType, request.modelType) : undefined,
    request.shared === undefined ? undefined : request.shared ? not(isOwn) : isOwn,
  )
  const [total] = await ctx.db.select({ value: count() }).from(models).where(where)
  const rows = await ctx.db
    .select()
    .from(models)
    .where(where)
    .orderBy(desc(models.updatedAt), models.modelName, models.modelType)
    .limit(limit)
    .offset(offset)
  return { models: await toModels(ctx, caller, rows), page: pageOf(request, total!.value) }
}

function trainedOn(filename: string): SQL {
  return sql`exists (select 1 from ${modelVersions} join ${jobs} on ${jobs.id} = ${modelVersions.jobId} where ${modelVersions.modelId} = ${models.id} and ${jobFilename} = ${filename})`
}
