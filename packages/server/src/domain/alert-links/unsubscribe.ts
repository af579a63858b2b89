import { and, eq, sql } from 'drizzle-orm'
import { reportSchedules, sources, unsubscribes } from '../../schema/index.ts'
import type { LinkedSubscription } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { type AlertLink, invalidLink, openLink } from './token.ts'

type Link = Extract<AlertLink, { action: 'unsubscribe' }>
type Subscriber = Pick<Link, 'sourceId' | 'address'>

/** Whether an address wants no more mail about a project. */
export async function isUnsubscribed({ db }: Pick<Context, 'db'>, subscriber: Subscriber): Promise<boolean> {
  return (await db.select().from(unsubscribes).where(isOf(subscriber))).length > 0
}

/** Those of some addresses that want no more mail about a project. */
export async function readUnsubscribed(
  { db }: Pick<Context, 'db'>,
  sourceId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const rows = await db.select().from(unsubscribes).where(eq(unsubscribes.sourceId, sourceId))
  const left = new Set(rows.map(({ address }) => address))
  return addresses.filter((address) => left.has(address.toLowerCase()))
}

/** Whether the address of a link receives mail. Changes nothing: programs that check mail open links, too. */
export async function readUnsubscribeLink(ctx: Context, token: string): Promise<LinkedSubscription> {
  const link = openLink(ctx, 'unsubscribe', token)
  if (link.scheduleId !== undefined) return readReportSubscription(ctx, link.scheduleId, link.address)
  const projectName = await readName(ctx, link)
  return { projectName, address: link.address, unsubscribed: await isUnsubscribed(ctx, link) }
}

/** Unsubscribes the address of a link from the mail of its project, or undoes that; again is the same. */
export async function unsubscribeByLink(
  ctx: Context,
  token: string,
  unsubscribed: boolean,
): Promise<LinkedSubscription> {
  const link = openLink(ctx, 'unsubscribe', token)
  const { sourceId, address, scheduleId } = link
  if (scheduleId !== undefined) return changeReportSubscription(ctx, scheduleId, address, unsubscribed)
  const projectName = await readName(ctx, link)
  if (unsubscribed)
    await ctx.db.insert(unsubscribes).values({ sourceId, address, at: ctx.clock.now() }).onConflictDoNothing()
  else await ctx.db.delete(unsubscribes).where(isOf(link))
  return { projectName, address, unsubscribed }
}

/** Whether an address receives the reports of a schedule. */
async function readReportSubscription(
  { db }: Context,
  scheduleId: string,
  address: string,
): Promise<LinkedSubscription> {
  const [row] = await db.select().from(reportSchedules).where(eq(reportSchedules.id, scheduleId))
  return toSubscription(row, address)
}

/** Again is the same. */
async function changeReportSubscription(
  { db }: Context,
  scheduleId: string,
  address: string,
  unsubscribed: boolean,
): Promise<LinkedSubscription> {
  const without = sql`${reportSchedules.unsubscribed} - ${address}::text`
  const [row] = await db
    .update(reportSchedules)
    .set({ unsubscribed: unsubscribed ? sql`(${without}) || to_jsonb(${address}::text)` : without })
    .where(eq(reportSchedules.id, scheduleId))
    .returning()
  return toSubscription(row, address)
}

function toSubscription(row: typeof reportSchedules.$inferSelect | undefined, address: string): LinkedSubscription {
  if (row === undefined) throw invalidLink()
  const projectName = row.projects?.map(({ name }) => name).join(', ') ?? ''
  return { projectName, report: row.every, address, unsubscribed: row.unsubscribed.includes(address) }
}

function isOf({ sourceId, address }: Subscriber) {
  return and(eq(unsubscribes.sourceId, sourceId), eq(unsubscribes.address, address.toLowerCase()))
}

async function readName({ db }: Context, { sourceId }: Link): Promise<string> {
  const [source] = await db.select({ name: sources.name }).from(sources).where(eq(sources.id, sourceId))
  if (source === undefined) throw invalidLink()
  return source.name
}
