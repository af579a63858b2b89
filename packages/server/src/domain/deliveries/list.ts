import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { alerts, deliveries, integrations, sources } from '../../schema/index.ts'
import type { Delivery, DeliveryState, IntegrationProvider, Page } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { type Locale, notFound } from '../errors.ts'
import { limitsOf, type PageRequest, pageOf } from '../page-of.ts'
import { renderIfFailed } from './render-failure.ts'

export interface DeliveryQuery extends PageRequest {
  readonly provider?: IntegrationProvider | undefined
  readonly account?: string | undefined
  readonly state?: DeliveryState | undefined
}

const provider = sql<IntegrationProvider>`coalesce(${integrations.provider}, 'email')`

function select(db: Context['db']) {
  return db
    .select({
      id: deliveries.id,
      alertKind: alerts.kind,
      provider,
      account: integrations.account,
      target: deliveries.target,
      projectName: sources.name,
      state: deliveries.state,
      attempts: deliveries.attempts,
      createdAt: alerts.createdAt,
      attemptedAt: deliveries.attemptedAt,
      nextAt: sql<number | null>`case when ${deliveries.state} = 'waiting' then ${deliveries.nextAt} end`.mapWith(
        (at) => (at === null ? null : Number(at)),
      ),
      error: deliveries.error,
    })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .leftJoin(integrations, eq(integrations.id, deliveries.integrationId))
    .leftJoin(sources, eq(sources.id, alerts.sourceId))
}

/** To integrations of the caller, and to the recipients of the caller's projects. */
function isOwn(caller: Caller) {
  const toRecipient = and(isNull(deliveries.integrationId), ownedBy(caller, sources.ownerId))
  return or(ownedBy(caller, integrations.ownerId), toRecipient)
}

/** The newest first. */
export async function listDeliveries(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  query: DeliveryQuery,
  locale: Locale,
): Promise<{ deliveries: Delivery[]; page: Page }> {
  const isMeant = and(
    isOwn(caller),
    query.provider === undefined ? undefined : eq(provider, query.provider),
    query.account === undefined ? undefined : sql`lower(${integrations.account}) = lower(${query.account})`,
    query.state === undefined ? undefined : eq(deliveries.state, query.state),
  )
  const { limit, offset } = limitsOf(query)
  const rows = await select(db)
    .where(isMeant)
    .orderBy(desc(alerts.createdAt), deliveries.id)
    .limit(limit)
    .offset(offset)
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(select(db).where(isMeant).as('meant'))
  return { deliveries: rows.map((row) => toDelivery(row, locale)), page: pageOf(query, counted!.total) }
}

export async function getDelivery(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
  locale: Locale,
): Promise<Delivery> {
  const [row] = await select(db).where(and(eq(deliveries.id, id), isOwn(caller)))
  if (!row) throw notFound('delivery')
  return toDelivery(row, locale)
}

function toDelivery(row: Awaited<ReturnType<typeof select>>[number], locale: Locale): Delivery {
  return { ...row, error: renderIfFailed(row.error, locale) }
}
