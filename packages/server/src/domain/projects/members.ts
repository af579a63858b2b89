import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { accounts, members } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { findOwnProject, readMemberNames } from './project-row.ts'

export async function getMembers(ctx: Context, caller: Caller, name: string): Promise<string[]> {
  const { source } = await findOwnProject(ctx, caller, name)
  return readMemberNames(ctx.db, source.id)
}

/** Sets who else may read the project and detect on it: the accounts that have these names now. */
export async function setMembers(
  ctx: Context,
  caller: Caller,
  name: string,
  userNames: readonly string[],
): Promise<string[]> {
  const { source } = await findOwnProject(ctx, caller, name)
  const meant = and(
    inArray(
      sql`lower(${accounts.userName})`,
      userNames.map((userName) => userName.toLowerCase()),
    ),
    isNull(accounts.closedAt),
    ne(accounts.id, caller.accountId),
  )
  await ctx.db.transaction(async (tx) => {
    const wanted = await tx.select({ id: accounts.id }).from(accounts).where(meant)
    const ids = wanted.map(({ id }) => id)
    const addedAt = ctx.clock.now()
    await tx
      .delete(members)
      .where(and(eq(members.sourceId, source.id), sql`${members.accountId} <> all(${sql.param(ids)}::text[])`))
    if (ids.length > 0)
      await tx
        .insert(members)
        .values(ids.map((accountId) => ({ sourceId: source.id, accountId, addedAt })))
        .onConflictDoNothing()
  })
  return readMemberNames(ctx.db, source.id)
}
