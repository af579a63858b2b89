import { eq } from 'drizzle-orm'
import { accounts, alerts, deliveries, integrations } from '../../schema/index.ts'
import type { AlertMessage, Delivery } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { attemptNow, getDelivery } from '../deliveries/index.ts'
import type { Locale } from '../errors.ts'
import { findIntegration, type IntegrationName } from './integration-row.ts'

/** Sends a test now, and says what came of it. One that succeeds resumes an integration that was stopped. */
export async function testIntegration(
  ctx: Context,
  caller: Caller,
  name: IntegrationName,
  locale: Locale,
): Promise<Delivery> {
  const integration = await findIntegration(ctx, caller, name)
  const deliveryId = await ctx.db.transaction((tx) => addTest({ ...ctx, db: tx }, caller, integration))
  const isSent = await attemptNow(ctx, deliveryId)
  if (isSent)
    await ctx.db
      .update(integrations)
      .set({ stoppedAt: null, stoppedBy: null })
      .where(eq(integrations.id, integration.id))
  return getDelivery(ctx, caller, deliveryId, locale)
}

/** The alert and its delivery, which no loop takes: it is attempted once, here. */
async function addTest(
  { db, clock, random }: Context,
  caller: Caller,
  { id: integrationId, account }: { id: string; account: string },
): Promise<string> {
  const [owner] = await db
    .select({ timeZone: accounts.timeZone })
    .from(accounts)
    .where(eq(accounts.id, caller.accountId))
  const [alertId, deliveryId, now] = [random.id(), random.id(), clock.now()]
  const message: AlertMessage = {
    kind: 'trial',
    projectName: '',
    timeZone: owner!.timeZone,
    at: now,
    incidents: [],
    incidentsTotal: 0,
  }
  const alert = { id: alertId, kind: message.kind, key: `trial:${alertId}`, at: now, createdAt: now, message }
  await db.insert(alerts).values(alert)
  const delivery = { id: deliveryId, alertId, integrationId, target: account, state: 'failed' as const, nextAt: now }
  await db.insert(deliveries).values({ ...delivery, error: { code: 'interrupted' } })
  return deliveryId
}
