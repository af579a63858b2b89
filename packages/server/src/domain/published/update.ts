import { eq } from 'drizzle-orm'
import { published, sources } from '../../schema/index.ts'
import type { Published, Visibility } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { getPublished } from './get.ts'
import { NO_LINK, newLink } from './link.ts'
import { findOwnPublished } from './published-row.ts'
import { requireFuture } from './require-future.ts'
import { setReaders, sharedNamesOf } from './share.ts'

export interface PublishedChange {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly system?: string | undefined
  readonly visibility?: Visibility | undefined
  readonly userNames?: readonly string[] | undefined
  readonly expiresAt?: number | null | undefined
  readonly newLink?: boolean | undefined
}

/** Changes what is said of a published detection and who may open it; the copy itself stays as it is. */
export async function updatePublished(
  ctx: Context,
  caller: Caller,
  id: string,
  change: PublishedChange,
): Promise<Published> {
  const row = await findOwnPublished(ctx, caller, id)
  requireFuture(ctx, change.expiresAt)
  const visibility = change.visibility ?? row.visibility
  const name = change.name?.trim() ?? row.name
  const given = change.userNames ?? row.sharedNames
  const sharedNames = visibility === 'shared' ? sharedNamesOf(given, caller.userName) : []
  const isAnotherLink = visibility === 'open' && (row.linkHash === null || change.newLink === true)
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(published)
      .set({
        name,
        visibility,
        sharedNames,
        ...(change.description !== undefined && { description: change.description }),
        ...(change.system !== undefined && { system: change.system.trim() }),
        ...(change.expiresAt !== undefined && { expiresAt: change.expiresAt }),
        ...(isAnotherLink ? newLink(ctx, id) : visibility === 'open' ? {} : NO_LINK),
      })
      .where(eq(published.sourceId, id))
    await tx.update(sources).set({ name }).where(eq(sources.id, id))
    await setReaders(tx, { id, ownerId: row.ownerId, at: ctx.clock.now() }, sharedNames)
  })
  return getPublished(ctx, caller, id)
}
