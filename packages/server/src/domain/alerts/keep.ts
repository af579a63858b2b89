import type { Database } from '../../ports/database.ts'
import { alerts, deliveries } from '../../schema/index.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DELIVERY_CHANNEL } from '../deliveries/channel.ts'
import type { Target } from './targets.ts'

export interface NewAlert {
  readonly sourceId: string
  readonly incidentId: string | null
  readonly incidentIds: readonly string[]
  readonly key: string
  readonly message: AlertMessage
  readonly targets: readonly Target[]
}

/** The order to send an alert, given once for its key; returns whether it was given now. */
export async function keepAlert(
  tx: Database,
  { clock, random, notifications }: Pick<Context, 'clock' | 'random' | 'notifications'>,
  { targets, message, incidentIds, ...alert }: NewAlert,
): Promise<boolean> {
  const now = clock.now()
  const id = `al_${random.secret(12)}`
  const [made] = await tx
    .insert(alerts)
    .values({
      ...alert,
      id,
      message,
      incidentIds: [...incidentIds],
      kind: message.kind,
      at: message.at,
      createdAt: now,
    })
    .onConflictDoNothing({ target: alerts.key })
    .returning({ id: alerts.id })
  if (made === undefined) return false
  const waiting = targets.map((target) => {
    return { id: `de_${random.secret(12)}`, alertId: id, ...target, state: 'waiting' as const, nextAt: now }
  })
  if (waiting.length === 0) return true
  await tx.insert(deliveries).values(waiting)
  await notifications.publish(DELIVERY_CHANNEL, '', tx)
  return true
}
