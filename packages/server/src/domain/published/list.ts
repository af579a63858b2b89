import { and, count, desc, eq, ilike, not, type SQL, sql } from 'drizzle-orm'
import { published } from '../../schema/index.ts'
import type { Page, Published, SystemCount } from '../../schema/wire-types.ts'
import { ownedBy, readablePublished } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { containing, limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { findPublished, selectPublished, toPublished } from './published-row.ts'
import { isOfSeries, readTrends } from './trends.ts'

export interface BenchmarkFilter {
  readonly system?: string | undefined
  readonly q?: string | undefined
  readonly mine?: boolean | undefined
}

/** Published detections that the caller may read, newest first, with how many there are of each system. */
export async function listPublished(
  ctx: Context,
  caller: Caller,
  request: PageRequest & BenchmarkFilter,
): Promise<{ published: Published[]; systems: SystemCount[]; page: Page }> {
  const isReadable = readablePublished(caller, ctx.clock.now())
  const { published: rows, page } = await readPage(
    ctx,
    caller,
    request,
    and(isReadable, ...conditionsOf(caller, request)),
  )
  const systems = await ctx.db
    .select({ system: sql<string>`min(${published.system})`, count: count() })
    .from(published)
    .where(isReadable)
    .groupBy(sql`lower(${published.system})`)
    .orderBy(desc(count()), sql`lower(${published.system})`)
    .limit(200)
  return { published: rows, systems, page }
}

/** The runs of the series that a published detection belongs to, newest first. */
export async function listRuns(
  ctx: Context,
  caller: Caller,
  id: string,
  request: PageRequest,
): Promise<{ runs: Published[]; page: Page }> {
  const row = await findPublished(ctx, caller, id)
  const isMeant = and(readablePublished(caller, ctx.clock.now()), isOfSeries(row))
  const { published: runs, page } = await readPage(ctx, caller, request, isMeant)
  return { runs, page }
}

async function readPage(
  ctx: Context,
  caller: Caller,
  request: PageRequest,
  isMeant: SQL | undefined,
): Promise<{ published: Published[]; page: Page }> {
  const { limit, offset } = limitsOf(request)
  const total = await ctx.db.$count(published, isMeant)
  const found = await selectPublished(ctx.db)
    .where(isMeant)
    .orderBy(desc(published.createdAt), desc(published.sourceId))
    .limit(limit)
    .offset(offset)
  const rows = found.map(({ row, ownerUserName }) => ({ ...row, ownerUserName }))
  const trendOf = await readTrends(ctx, caller, rows)
  return { published: rows.map((row) => toPublished(ctx, row, caller, trendOf(row))), page: pageOf(request, total) }
}

function conditionsOf(caller: Caller, { system, q = '', mine }: BenchmarkFilter): (SQL | undefined)[] {
  const text = sql`(${published.name} || ' ' || ${published.description} || ' ' || ${published.originName})`
  const words = q.split(/\s+/).filter((word) => word !== '')
  const isOwn = ownedBy(caller, published.ownerId)
  return [
    ...words.map((word) => ilike(text, containing(word))),
    system === undefined ? undefined : eq(sql`lower(${published.system})`, system.toLowerCase()),
    mine === undefined ? undefined : mine ? isOwn : not(isOwn),
  ]
}
