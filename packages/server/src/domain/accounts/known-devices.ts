import { and, eq } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { knownDevices } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { digestOf } from '../digest.ts'

/** The device's name if the account has signed in on it before, else null; queried even without an account, for equal timing. */
export async function findKnownDevice(
  db: Database,
  accountId: string | undefined,
  secret: string | null,
): Promise<string | null> {
  const secretHash = digestOf(secret ?? '')
  const isMeant = and(eq(knownDevices.accountId, accountId ?? ''), eq(knownDevices.secretHash, secretHash))
  return (await db.$count(knownDevices, isMeant)) > 0 ? secretHash : null
}

/** Records the device as one that the account has signed in on; returns the secret for its cookie. */
export async function rememberDevice(
  ctx: AccountContext,
  db: Database,
  accountId: string,
  shown: string | null,
): Promise<string> {
  const secret = shown ?? ctx.random.secret()
  const lastSeenAt = ctx.clock.now()
  await db
    .insert(knownDevices)
    .values({ accountId, secretHash: digestOf(secret), lastSeenAt })
    .onConflictDoUpdate({ target: [knownDevices.accountId, knownDevices.secretHash], set: { lastSeenAt } })
  return secret
}

export async function forgetDevices(db: Database, accountId: string): Promise<void> {
  await db.delete(knownDevices).where(eq(knownDevices.accountId, accountId))
}
