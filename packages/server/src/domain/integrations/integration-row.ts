import { and, eq, sql } from 'drizzle-orm'
import type { ChannelSecrets } from '../../ports/alert-channel.ts'
import { integrations } from '../../schema/index.ts'
import type { IntegrationProvider } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { notFound } from '../errors.ts'
import { aboutIntegration } from '../secrets/index.ts'

export type IntegrationRow = typeof integrations.$inferSelect

/** What an integration is named by. */
export interface IntegrationName {
  readonly provider: IntegrationProvider
  readonly account: string
}

/** Of the caller, whatever the case of its name. */
export function isNamed(caller: Caller, { provider, account }: IntegrationName) {
  const sameName = sql`lower(${integrations.account}) = lower(${account})`
  return and(ownedBy(caller, integrations.ownerId), eq(integrations.provider, provider), sameName)
}

export async function findIntegration(
  { db }: Pick<Context, 'db'>,
  caller: Caller,
  name: IntegrationName,
): Promise<IntegrationRow> {
  const [row] = await db.select().from(integrations).where(isNamed(caller, name))
  if (!row) throw notFound('integration')
  return row
}

export function sealSecrets(
  { secretBox }: Pick<Context, 'secretBox'>,
  id: string,
  secrets: ChannelSecrets,
): Uint8Array {
  return secretBox.seal(JSON.stringify(secrets), aboutIntegration(id))
}

/** Throws `SecretBoxError` where the key that sealed them is missing. */
export function openSecrets(
  { secretBox }: Pick<Context, 'secretBox'>,
  { id, serviceKey }: Pick<IntegrationRow, 'id' | 'serviceKey'>,
): ChannelSecrets {
  return JSON.parse(secretBox.open(serviceKey, aboutIntegration(id))) as ChannelSecrets
}
