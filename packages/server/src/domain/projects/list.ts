import { and, ilike, sql } from 'drizzle-orm'
import { projects, sources } from '../../schema/index.ts'
import type { Page, Project } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { containing, limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { readableProjects, selectProjects } from './project-row.ts'
import { toProject } from './to-wire.ts'

export interface ProjectListRequest extends PageRequest {
  readonly q?: string | undefined
  readonly locale: Locale
}

/** Projects that the caller may read, by name. */
export async function listProjects(
  ctx: Context,
  caller: Caller,
  request: ProjectListRequest,
): Promise<{ projects: Project[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const where = and(readableProjects(caller), request.q ? ilike(sources.name, containing(request.q)) : undefined)
  const matching = ctx.db
    .select({ id: projects.sourceId })
    .from(projects)
    .innerJoin(sources, sql`${sources.id} = ${projects.sourceId}`)
    .where(where)
  const total = await ctx.db.$count(matching.as('matching'))
  const rows = await selectProjects(ctx.db)
    .where(where)
    .orderBy(sql`lower(${sources.name})`, sources.id)
    .limit(limit)
    .offset(offset)
  const shown = await Promise.all(rows.map((row) => toProject(ctx, caller, row, request.locale)))
  return { projects: shown, page: pageOf(request, total) }
}
