import { asc, sql } from 'drizzle-orm'
import { SecretBoxError } from '../../ports/secret-box.ts'
import type { DeliveryFailure } from '../../schema/delivery-failure.ts'
import { integrations } from '../../schema/index.ts'
import type { Integration } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { renderIfFailed } from '../deliveries/index.ts'
import type { Locale } from '../errors.ts'
import { type IntegrationRow, openSecrets } from './integration-row.ts'

// In full, since Drizzle leaves out the names of tables in a select from one
const projectNames = sql<string[]>`array(
  select s.name from integration_projects p join sources s on s.id = p.source_id
    join projects r on r.source_id = s.id and r.removed_at is null
  where p.integration_id = integrations.id order by lower(s.name))`

type LastDelivery = Omit<NonNullable<Integration['lastDelivery']>, 'error'> & { readonly error: DeliveryFailure | null }

const lastDelivery = sql<LastDelivery | null>`(
  select jsonb_build_object('state', d.state, 'error', d.error, 'at', coalesce(d.attempted_at, a.created_at))
  from deliveries d join alerts a on a.id = d.alert_id
  where d.integration_id = integrations.id order by coalesce(d.attempted_at, a.created_at) desc limit 1)`

/** The caller's own, without their keys. */
export async function listIntegrations(
  ctx: Pick<Context, 'db' | 'secretBox'>,
  caller: Caller,
  locale: Locale,
): Promise<Integration[]> {
  const { id, provider, account, hint, isForAll, isForEscalation, createdAt, stoppedAt, stoppedBy } = integrations
  const rows = await ctx.db
    .select({
      id,
      provider,
      account,
      hint,
      isForAll,
      isForEscalation,
      createdAt,
      stoppedAt,
      stoppedBy,
      projectNames,
      lastDelivery,
      serviceKey: integrations.serviceKey,
    })
    .from(integrations)
    .where(ownedBy(caller, integrations.ownerId))
    .orderBy(sql`lower(${account})`, asc(provider))
  return rows.map(({ isForAll: all, serviceKey, stoppedBy: failure, lastDelivery: last, ...row }) => {
    const endpoint = endpointOf(ctx, { id: row.id, serviceKey })
    const stoppedText = renderIfFailed(failure, locale)
    const lastRendered = last && { ...last, error: renderIfFailed(last.error, locale) }
    return {
      ...row,
      stoppedText,
      lastDelivery: lastRendered,
      ...(endpoint !== undefined && { endpoint }),
      projectNames: all ? null : row.projectNames,
    }
  })
}

/** Sealed with the key, but no secret; undefined where there is none, or the key that sealed it is missing. */
function endpointOf(ctx: Pick<Context, 'secretBox'>, row: Pick<IntegrationRow, 'id' | 'serviceKey'>) {
  try {
    return openSecrets(ctx, row).endpoint
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}
