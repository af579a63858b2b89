import { and, eq, inArray, lte, min } from 'drizzle-orm'
import { dispatches } from '../../schema/index.ts'
import type { AccountContext } from '../context.ts'
import type { Address } from './address.ts'

type ClaimContext = Pick<AccountContext, 'db' | 'clock'>

/** The right to send one message, used unless it is released. */
export type Claim = typeof dispatches.$inferSelect

/** Messages to one address within 24 hours, regardless of the requester: a text message costs the operator money. */
export const MAX_MESSAGES_PER_DAY = 10
const DAY_MS = 86_400_000

/** Claims a subject unless that was done within the interval. */
export async function claimSubject(ctx: ClaimContext, subject: string, intervalMs: number): Promise<Claim | undefined> {
  const sentAt = ctx.clock.now()
  const [claim] = await ctx.db
    .insert(dispatches)
    .values({ subject, sentAt })
    .onConflictDoUpdate({
      target: dispatches.subject,
      set: { sentAt },
      setWhere: lte(dispatches.sentAt, sentAt - intervalMs),
    })
    .returning()
  return claim
}

/** Claims one of the messages that an address may receive within 24 hours. */
export async function claimOfDay(ctx: ClaimContext, address: Address): Promise<Claim | undefined> {
  for (const subject of subjectsOfDay(address)) {
    const claim = await claimSubject(ctx, subject, DAY_MS)
    if (claim !== undefined) return claim
  }
  return undefined
}

/** How long an address that has received all of its messages waits for the next one. */
export async function waitOfDay(ctx: ClaimContext, address: Address): Promise<number> {
  const now = ctx.clock.now()
  const [first] = await ctx.db
    .select({ at: min(dispatches.sentAt) })
    .from(dispatches)
    .where(inArray(dispatches.subject, subjectsOfDay(address)))
  return Math.max(1, (first?.at ?? now) + DAY_MS - now)
}

export async function releaseClaim({ db }: ClaimContext, { subject, sentAt }: Claim): Promise<void> {
  await db.delete(dispatches).where(and(eq(dispatches.subject, subject), eq(dispatches.sentAt, sentAt)))
}

function subjectsOfDay({ value }: Address): string[] {
  return Array.from({ length: MAX_MESSAGES_PER_DAY }, (_, index) => `message ${index + 1} of a day to ${value}`)
}
