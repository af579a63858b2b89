import { email } from '@omen/sdk/rules'
import { ChannelKeyError, type ChannelSecrets } from '../../ports/alert-channel.ts'
import { integrationProjects, integrations } from '../../schema/index.ts'
import type { Integration } from '../../schema/wire-types.ts'
import { ownedBy } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { DomainError } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { findOwnProject } from '../projects/index.ts'
import { lockAccount } from '../quotas/index.ts'
import { type IntegrationName, isNamed, sealSecrets } from './integration-row.ts'
import { listIntegrations } from './list.ts'

/** An account may have so many integrations. */
export const MAX_INTEGRATIONS = 50

export interface NewIntegration extends IntegrationName {
  readonly serviceKey: string
  /** Of PagerDuty. */
  readonly endpoint?: string | undefined
  /** All of the owner's if omitted. */
  readonly projectNames?: readonly string[] | undefined
  readonly isForEscalation: boolean
}

/** Adds an integration; the secret that signs the bodies of a webhook is returned once. */
export async function addIntegration(
  ctx: Context,
  caller: Caller,
  request: NewIntegration,
  locale: Locale,
): Promise<{ integration: Integration; signingSecret?: string }> {
  const account = requireAccountName(request.account)
  const secrets = secretsOf(ctx, request)
  const hint = describe(ctx, request.provider, secrets)
  const sourceIds = await requireProjects(ctx, caller, request.projectNames)
  const id = ctx.random.id()
  await ctx.db.transaction(async (tx) => {
    await lockAccount(tx, caller.accountId)
    await requireRoom({ ...ctx, db: tx }, caller, { ...request, account })
    await tx.insert(integrations).values({
      id,
      ownerId: caller.accountId,
      provider: request.provider,
      account,
      serviceKey: sealSecrets(ctx, id, secrets),
      hint,
      isForAll: sourceIds === undefined,
      isForEscalation: request.isForEscalation,
      createdAt: ctx.clock.now(),
    })
    const rows = (sourceIds ?? []).map((sourceId) => ({ integrationId: id, sourceId }))
    if (rows.length > 0) await tx.insert(integrationProjects).values(rows)
  })
  const integration = (await listIntegrations(ctx, caller, locale)).find((one) => one.id === id)!
  return { integration, ...(secrets.signingSecret !== undefined && { signingSecret: secrets.signingSecret }) }
}

function requireAccountName(given: string): string {
  const account = given.trim()
  if (account !== '' && !/\p{Cc}/u.test(account)) return account
  throw invalidField('account', 'must be a name without control characters')
}

export function secretsOf(
  { random }: Context,
  { provider, serviceKey, endpoint }: Pick<NewIntegration, 'provider' | 'serviceKey' | 'endpoint'>,
): ChannelSecrets {
  if (endpoint !== undefined && provider !== 'pagerduty')
    throw invalidField('endpoint', 'is for pagerduty only; others have their address in serviceKey')
  return {
    serviceKey: provider === 'email' ? serviceKey.trim().toLowerCase() : serviceKey.trim(),
    ...(endpoint !== undefined && { endpoint: endpoint.trim() }),
    ...(provider === 'webhook' && { signingSecret: `omen_sig_${random.secret()}` }),
  }
}

/** What people tell it apart by; throws where the key cannot be one. */
export function describe(
  { channels }: Context,
  provider: IntegrationName['provider'],
  secrets: ChannelSecrets,
): string {
  if (provider === 'email') {
    if (email.test(secrets.serviceKey)) return secrets.serviceKey
    throw invalidField('serviceKey', email.prompt.en, { sentence: email.prompt })
  }
  try {
    return channels[provider].describe(secrets)
  } catch (error) {
    if (!(error instanceof ChannelKeyError)) throw error
    throw invalidField(error.field, error.message, { sentence: error.sentence })
  }
}

export async function requireProjects(
  ctx: Context,
  caller: Caller,
  names: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (names === undefined) return undefined
  const ids = new Set<string>()
  for (const name of names) ids.add((await findOwnProject(ctx, caller, name)).source.id)
  return [...ids]
}

async function requireRoom({ db }: Context, caller: Caller, name: IntegrationName): Promise<void> {
  if ((await db.$count(integrations, isNamed(caller, name))) > 0) {
    throw new DomainError('CONFLICT', {
      message: {
        en: `You have a ${name.provider} integration called ${name.account} already.`,
        'zh-CN': `您已有名为“${name.account}”的 ${name.provider} 集成。`,
      },
      details: [{ field: 'account', name: name.account, message: 'is taken', rule: 'taken' }],
    })
  }
  if ((await db.$count(integrations, ownedBy(caller, integrations.ownerId))) < MAX_INTEGRATIONS) return
  throw new DomainError('CONFLICT', {
    message: {
      en: `An account may have ${MAX_INTEGRATIONS} integrations. Delete one first.`,
      'zh-CN': `每个账号最多 ${MAX_INTEGRATIONS} 个集成，请先删除一个。`,
    },
  })
}
