import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import { published } from '../../schema/index.ts'
import type { RunSeverity } from '../../schema/wire-types.ts'
import { type Principal, readablePublished } from '../access.ts'
import type { Context } from '../context.ts'
import type { PublishedRow } from './published-row.ts'

type Named = Pick<PublishedRow, 'ownerId' | 'name' | 'system'>

const LONGEST = 30

/** What one account publishes with the same name and system are runs of one series, whatever their case. */
export function isOfSeries({ ownerId, name, system }: Named) {
  return and(
    eq(published.ownerId, ownerId),
    sql`lower(${published.name}) = lower(${name})`,
    sql`lower(${published.system}) = lower(${system})`,
  )!
}

function keyOf({ ownerId, name, system }: Named): string {
  return `${ownerId}\n${name.toLowerCase()}\n${system.toLowerCase()}`
}

/** The severities of the last runs of each series, oldest first, as far as the caller may read them. */
export async function readTrends(
  ctx: Pick<Context, 'db' | 'clock'>,
  principal: Principal,
  rows: readonly Named[],
): Promise<(row: Named) => RunSeverity[]> {
  const wanted = new Map(rows.map((row) => [keyOf(row), row]))
  if (wanted.size === 0) return () => []
  const { sourceId, ownerId, name, system, createdAt, severity } = published
  const nth = sql<number>`row_number() over (partition by ${ownerId}, lower(${name}), lower(${system}) order by ${createdAt} desc)`
  const runs = ctx.db
    .select({ id: sourceId, ownerId, name, system, publishedAt: createdAt, severity, nth: nth.as('nth') })
    .from(published)
    .where(and(readablePublished(principal, ctx.clock.now()), or(...[...wanted.values()].map(isOfSeries))))
    .orderBy(desc(createdAt))
    .as('runs')
  const found = await ctx.db.select().from(runs).where(sql`${runs.nth} <= ${LONGEST}`).orderBy(asc(runs.publishedAt))
  const trends = new Map<string, RunSeverity[]>()
  for (const run of found) {
    const { id, publishedAt, severity: worst } = run
    const key = keyOf(run)
    trends.set(key, [...(trends.get(key) ?? []), { id, publishedAt, severity: worst }])
  }
  return (row) => trends.get(keyOf(row)) ?? []
}
