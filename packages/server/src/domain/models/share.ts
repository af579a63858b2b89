import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { accounts, modelShares } from '../../adapters/database/schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Model } from '../wire-types.ts'
import { describeModel } from './get.ts'
import { findOwnModel } from './model-row.ts'

/** Sets who else may read the model and detect with it. */
export async function shareModel(
  ctx: Context,
  caller: Caller,
  id: string,
  userNames: readonly string[],
): Promise<Model> {
  const model = await findOwnModel(ctx, caller, id)
  const wanted = [...new Set(userNames.map((name) => name.toLowerCase()))].filter(
    (name) => name !== caller.userName.toLowerCase(),
  )
  const found = wanted.length
    ? await ctx.db
        .select({ id: accounts.id, userName: accounts.userName })
        .from(accounts)
        .where(and(inArray(sql`lower(${accounts.userName})`, wanted), isNull(accounts.closedAt)))
    : []
  const known = new Set(found.map((account) => account.userName.toLowerCase()))
  const unknown = wanted.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new DomainError('NOT_FOUND', {
      message: 'There is no account of that name.',
      details: unknown.map((name) => ({ field: 'userNames', name, message: 'is not an account' })),
    })
  await ctx.db.transaction(async (tx) => {
    await tx.delete(modelShares).where(eq(modelShares.modelId, id))
    if (found.length > 0)
      await tx.insert(modelShares).values(found.map((account) => ({ modelId: id, accountId: account.id })))
  })
  return describeModel(ctx, caller, model)
}
