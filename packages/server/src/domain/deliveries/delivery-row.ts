import { eq, sql } from 'drizzle-orm'
import { accounts, alerts, deliveries, integrations, projects, sources } from '../../schema/index.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'

/** A delivery with all that sending it needs. */
export interface DeliveryRow {
  readonly id: string
  readonly alertId: string
  readonly sourceId: string | null
  readonly target: string
  readonly attempts: number
  /** Of the alert. */
  readonly createdAt: number
  readonly message: AlertMessage
  readonly integration: typeof integrations.$inferSelect | null
  readonly locale: Locale
  /** The account or the project is gone. */
  readonly isOrphan: boolean
}

const owner = sql`coalesce(${integrations.ownerId}, ${sources.ownerId})`
/** Of the account that the mail goes to, if it is one. */
const recipientLocale = sql`(select locale from accounts recipient where recipient.email = lower(${deliveries.target}))`

export async function readDelivery({ db }: Pick<Context, 'db'>, id: string): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select({
      id: deliveries.id,
      alertId: deliveries.alertId,
      sourceId: alerts.sourceId,
      target: deliveries.target,
      attempts: deliveries.attempts,
      createdAt: alerts.createdAt,
      message: alerts.message,
      integration: integrations,
      locale: sql<Locale>`coalesce(case when ${integrations.id} is null then ${recipientLocale} end, ${accounts.locale}, 'en')`,
      isOrphan: sql<boolean>`${accounts.id} is null or ${accounts.closedAt} is not null or ${projects.removedAt} is not null`,
    })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .leftJoin(integrations, eq(integrations.id, deliveries.integrationId))
    .leftJoin(sources, eq(sources.id, alerts.sourceId))
    .leftJoin(projects, eq(projects.sourceId, alerts.sourceId))
    .leftJoin(accounts, eq(accounts.id, owner))
    .where(eq(deliveries.id, id))
  return row
}
