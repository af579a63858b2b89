import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { ChannelSecrets } from '../../ports/alert-channel.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import { integrationProjects, integrations } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { describe, requireProjects, secretsOf } from './add.ts'
import {
  findIntegration,
  type IntegrationName,
  type IntegrationRow,
  openSecrets,
  sealSecrets,
} from './integration-row.ts'

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
  const before = secretsBefore(ctx, row, changes)
  const given = secretsOf(ctx, { provider: row.provider, serviceKey: '', ...before, ...withoutUndefined(changes) })
  const secrets: ChannelSecrets = { ...given, ...(before.signingSecret && { signingSecret: before.signingSecret }) }
  if (secrets.endpoint !== before.endpoint && changes.serviceKey === undefined)
    throw invalidField('serviceKey', 'must be given again, since endpoint changes', {
      rule: 'required',
      sentence: {
        en: 'Enter it again: a key is only sent to the address that it was given for.',
        'zh-CN': '请重新填写：密钥只会发送到填写时对应的地址。',
      },
    })
  const hint = describe(ctx, row.provider, secrets)
  const projectIds = changes.allProjects ? [] : await requireProjects(ctx, caller, changes.projectNames)
  const known = await ctx.db.select().from(integrationProjects).where(eq(integrationProjects.integrationId, row.id))
  const knownIds = known.map(({ sourceId }) => sourceId).sort()
  const isForAll = changes.allProjects === true
  const isForEscalation = changes.isForEscalation ?? row.isForEscalation
  const differs = {
    serviceKey: secrets.serviceKey !== before.serviceKey,
    endpoint: secrets.endpoint !== before.endpoint,
    projectNames:
      projectIds !== undefined && (isForAll !== row.isForAll || !isDeepStrictEqual([...projectIds].sort(), knownIds)),
    isForEscalation: isForEscalation !== row.isForEscalation,
  }
  const fields = Object.entries(differs).flatMap(([field, isOther]) => (isOther ? [field] : []))
  if (dryRun || fields.length === 0) return fields
  const resumed = differs.serviceKey || differs.endpoint ? { stoppedAt: null, stoppedBy: null } : {}
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(integrations)
      .set({
        serviceKey: sealSecrets(ctx, row.id, secrets),
        hint,
        isForEscalation,
        ...(projectIds && { isForAll }),
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

/** Where the key that sealed them is missing, a new address or key takes their place; what signs the bodies of a webhook cannot be made up. */
function secretsBefore(ctx: Context, row: IntegrationRow, { serviceKey }: IntegrationChanges): Partial<ChannelSecrets> {
  try {
    return openSecrets(ctx, row)
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    if (serviceKey !== undefined && row.provider !== 'webhook') return {}
    throw new DomainError('CONFLICT', {
      message: {
        en: 'What was sealed of this integration cannot be opened: the secret key of this server has changed. Restore it, or remove the integration and add it anew.',
        'zh-CN': '无法解密此集成的密钥：本服务器的加密密钥已更改。请恢复该密钥，或删除此集成后重新添加。',
      },
      cause: error,
    })
  }
}

function withoutUndefined({ serviceKey, endpoint }: IntegrationChanges): Partial<ChannelSecrets> {
  return { ...(serviceKey !== undefined && { serviceKey }), ...(endpoint !== undefined && { endpoint }) }
}
