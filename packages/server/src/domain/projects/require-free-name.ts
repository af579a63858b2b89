import { and, eq, ne, sql } from 'drizzle-orm'
import { sources } from '../../schema/index.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { lockAccount } from '../quotas/index.ts'

/** In the transaction that gives the name; of two requests at the same moment the second one waits here. */
export async function requireFreeName(
  { db }: Context,
  caller: Caller,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  await lockAccount(db, caller.accountId)
  const isTaken = and(
    ownedBy(caller, sources.ownerId),
    eq(sources.kind, 'project'),
    sql`lower(${sources.name}) = lower(${name})`,
    exceptId === null ? undefined : ne(sources.id, exceptId),
  )
  if ((await db.$count(sources, isTaken)) === 0) return
  throw new DomainError('CONFLICT', {
    message: { en: `You have a project called ${name} already.`, 'zh-CN': `您已有名为“${name}”的项目。` },
    details: [{ field: 'projectName', name, message: 'is taken', rule: 'taken' }],
  })
}
