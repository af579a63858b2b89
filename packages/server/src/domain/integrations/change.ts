import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { ChannelSecrets } from '../../ports/alert-channel.ts'
import { integrationProjects, integrations } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { describe, requireProjects, secretsOf } from './add.ts'
import { findIntegration, type IntegrationName, openSecrets, sealSecrets } from './integration-row.ts'

export interface IntegrationChanges {
  readonly serviceKey?: string | undefined
  readonly endpoint?: string | undefined
  readonly projectNames?: readonly string[] | undefined
  readonly isForEscalation?: boolean | undefined
  /** Alerts of all projects again. */
  readonly allProjects?: boolean | undefined
  readonly dryRun?: boolean | undefined
}

/** Changes an integration; what is omitted stays, as does the secret that signs the bodies of a webhook. Returns the fields that differ from before. */
export async function changeIntegration(
  ctx: Context,
  caller: Caller,
  name: IntegrationName,
  { dryRun, ...changes }: IntegrationChanges,
): Promise<string[]> {
  const row = await findIntegration(ctx, caller, name)
  const before = openSecrets(ctx, row)
  const given = secretsOf(ctx, { provider: row.provider, ...before, ...withoutUndefined(changes) })
  const secrets: ChannelSecrets = { ...given, ...(before.signingSecret && { signingSecret: before.signingSecret }) }
  const hint = describe(ctx, row.provider, secrets)
  const projectIds = changes.allProjects ? [] : await requireProjects(ctx, caller, changes.projectNames)
  const known = await ctx.db.select().from(integrationProjects).where(eq(integrationProjects.integrationId, row.id))
  const knownIds = known.map(({ sourceId }) => sourceId).sort()
  const isForEscalation = changes.isForEscalation ?? row.isForEscalation
  const differs = {
    serviceKey: secrets.serviceKey !== before.serviceKey,
    endpoint: secrets.endpoint !== before.endpoint,
    projectNames: projectIds !== undefined && !isDeepStrictEqual([...projectIds].sort(), knownIds),
    isForEscalation: isForEscalation !== row.isForEscalation,
  }
  const fields = Object.entries(differs).flatMap(([field, isOther]) => (isOther ? [field] : []))
  if (dryRun || fields.length === 0) return fields
  const resumed = differs.serviceKey || differs.endpoint ? { stoppedAt: null, stoppedText: null } : {}
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(integrations)
      .set({
        serviceKey: sealSecrets(ctx, row.id, secrets),
        hint,
        isForEscalation,
        ...(projectIds && { isForAll: projectIds.length === 0 }),
        ...resumed,
      })
      .where(eq(integrations.id, row.id))
    if (projectIds === undefined) return
    await tx.delete(integrationProjects).where(eq(integrationProjects.integrationId, row.id))
    const rows = projectIds.map((sourceId) => ({ integrationId: row.id, sourceId }))
    if (rows.length > 0) await tx.insert(integrationProjects).values(rows)
  })
  return fields
}

function withoutUndefined({ serviceKey, endpoint }: IntegrationChanges): Partial<ChannelSecrets> {
  return { ...(serviceKey !== undefined && { serviceKey }), ...(endpoint !== undefined && { endpoint }) }
}
