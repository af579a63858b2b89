import { and, eq } from 'drizzle-orm'
import { accounts, published } from '../../schema/index.ts'
import type { Published, RunSeverity } from '../../schema/wire-types.ts'
import { type Principal, readablePublished } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { linkOf } from './link.ts'

export type PublishedRow = typeof published.$inferSelect & { readonly ownerUserName: string }

export function selectPublished(db: Context['db']) {
  return db
    .select({ row: published, ownerUserName: accounts.userName })
    .from(published)
    .innerJoin(accounts, eq(accounts.id, published.ownerId))
    .$dynamic()
}

/** A published detection that the principal may read; any other is NOT_FOUND. */
export async function findPublished(
  ctx: Pick<Context, 'db' | 'clock'>,
  principal: Principal,
  id: string,
): Promise<PublishedRow> {
  const isMeant = and(eq(published.sourceId, id), readablePublished(principal, ctx.clock.now()))
  const [found] = await selectPublished(ctx.db).where(isMeant)
  if (!found) throw notFound('published detection')
  return { ...found.row, ownerUserName: found.ownerUserName }
}

/** One that the caller has published. To others who may read it, what only the owner may do is forbidden. */
export async function findOwnPublished(
  ctx: Pick<Context, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<PublishedRow> {
  const row = await findPublished(ctx, caller, id)
  if (row.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN')
  return row
}

export function toPublished(
  ctx: Pick<Context, 'secretBox' | 'settings' | 'clock'>,
  row: PublishedRow,
  principal: Principal,
  trend?: readonly RunSeverity[],
): Published {
  const isMine = principal.via !== 'link' && principal.accountId === row.ownerId
  const link = isMine ? linkOf(ctx, row) : undefined
  const { name, description, system, visibility, ownerUserName, expiresAt, origin, originName } = row
  const { intervalMs, seriesCount, withRawData, periodCount, incidentCount, worstVal, severity } = row
  return {
    id: row.sourceId,
    name,
    description,
    system,
    visibility,
    ownerUserName,
    mine: isMine,
    publishedAt: row.createdAt,
    expiresAt,
    expired: expiresAt !== null && expiresAt <= ctx.clock.now(),
    origin,
    originName,
    from: row.fromTime,
    to: row.toTime,
    intervalMs,
    seriesCount,
    withRawData,
    periodCount,
    incidentCount,
    worstVal,
    severity,
    ...row.run,
    ...(row.modelName !== null && { modelName: row.modelName }),
    ...(row.modelType !== null && { modelType: row.modelType }),
    ...(row.modelVersion !== null && { modelVersion: row.modelVersion }),
    ...(row.pvalue !== null && { pvalue: row.pvalue }),
    ...(row.cvalue !== null && { cvalue: row.cvalue }),
    ...(isMine && { userNames: row.sharedNames }),
    ...(link !== undefined && { link }),
    ...(trend !== undefined && { trend: [...trend] }),
  }
}
