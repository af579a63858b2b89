import { sessions } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import { digestOf } from '../digest.ts'
import { lifeOf } from './life.ts'

/** Where a session was begun, for its owner to recognise it by. */
export interface Device {
  userAgent: string | null
  address: string | null
}

export interface NewSession {
  id: string
  /** For the cookie; only its hash is stored. */
  secret: string
  remember: boolean
}

export async function createSession(
  ctx: AccountContext,
  accountId: string,
  { remember, device }: { remember: boolean; device: Device },
): Promise<NewSession> {
  const secret = ctx.random.secret()
  const now = ctx.clock.now()
  const session = { id: ctx.random.id(), remember }
  await ctx.db.insert(sessions).values({
    ...session,
    accountId,
    secretHash: digestOf(secret),
    userAgent: device.userAgent?.slice(0, 300) ?? null,
    address: device.address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: now + lifeOf(ctx.settings, remember),
  })
  return { ...session, secret }
}
