import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { jobs, published } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lockAccount } from './lock-account.ts'
import { requireStorage } from './require-storage.ts'

/** Throws if the account may not have another published copy; those that jobs still make count. Called in the transaction that adds the job. */
export async function requirePublishRoom(
  { settings }: Pick<Context, 'settings'>,
  tx: Database,
  accountId: string,
): Promise<void> {
  await lockAccount(tx, accountId)
  const limit = settings.maxPublished
  const isComing = and(
    eq(jobs.ownerId, accountId),
    eq(jobs.kind, 'publication'),
    inArray(jobs.state, ['queued', 'running']),
  )
  const made = await tx.$count(published, eq(published.ownerId, accountId))
  const count = made + (await tx.$count(jobs, isComing))
  if (count >= limit) {
    const message = `${count} published copies exist, and ${limit} may`
    throw new DomainError('TOO_MANY_PUBLISHED', { details: [{ message, values: { count, limit } }] })
  }
  // What the copy takes is known once it is made
  await requireStorage({ settings }, tx, { accountId, bytes: 1 })
}
