import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { accounts, modelShares, models } from '../../schema/index.ts'
import type { Model } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { describeModel } from './get.ts'
import { findOwnModel } from './model-row.ts'

/**
 * Sets who else may read the model and detect with it. Every name is taken and listed as typed, and means the account that
 * has it now: an error would reveal which accounts exist, and a name registered later may belong to anybody.
 */
export async function shareModel(
  ctx: Context,
  caller: Caller,
  id: string,
  userNames: readonly string[],
): Promise<Model> {
  const model = await findOwnModel(ctx, caller, id)
  const typed = new Map(userNames.map((name) => [name.toLowerCase(), name]))
  typed.delete(caller.userName.toLowerCase())
  const sharedNames = [...typed.values()].sort()
  await ctx.db.transaction(async (tx) => {
    await tx.update(models).set({ sharedNames }).where(eq(models.id, id))
    await tx.delete(modelShares).where(eq(modelShares.modelId, id))
    const meant = and(
      inArray(sql`lower(${accounts.userName})`, [...typed.keys()]),
      isNull(accounts.closedAt),
      ne(accounts.id, caller.accountId),
    )
    await tx.insert(modelShares).select(
      tx
        .select({ modelId: sql<string>`${id}`.as('model_id'), accountId: accounts.id })
        .from(accounts)
        .where(meant),
    )
  })
  return describeModel(ctx, caller, { ...model, sharedNames })
}
