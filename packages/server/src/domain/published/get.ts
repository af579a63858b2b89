import { and, eq } from 'drizzle-orm'
import { publishedResults } from '../../schema/index.ts'
import type { FrozenDetection, Published } from '../../schema/wire-types.ts'
import type { Principal } from '../access.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findPublished, type PublishedRow, toPublished } from './published-row.ts'
import { readTrends } from './trends.ts'

export async function getPublished(ctx: Context, principal: Principal, id: string): Promise<Published> {
  return describe(ctx, principal, await findPublished(ctx, principal, id))
}

/** What was found, as it was when it was published. */
export async function getPublishedDetection(
  ctx: Context,
  principal: Principal,
  id: string,
  locale: Locale,
): Promise<{ published: Published; detection: FrozenDetection }> {
  const row = await findPublished(ctx, principal, id)
  return { published: await describe(ctx, principal, row), detection: await readFrozen(ctx, row.sourceId, locale) }
}

export async function readFrozen(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  locale: Locale,
): Promise<FrozenDetection> {
  const isMeant = and(eq(publishedResults.sourceId, sourceId), eq(publishedResults.locale, locale))
  const [result] = await db.select({ detection: publishedResults.detection }).from(publishedResults).where(isMeant)
  return result!.detection
}

async function describe(ctx: Context, principal: Principal, row: PublishedRow): Promise<Published> {
  if (principal.via === 'link') return toPublished(ctx, row, principal)
  const trendOf = await readTrends(ctx, principal, [row])
  return toPublished(ctx, row, principal, trendOf(row))
}
