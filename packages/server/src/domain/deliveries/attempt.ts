import { eq } from 'drizzle-orm'
import type { ChannelOutcome } from '../../ports/alert-channel.ts'
import { MailError } from '../../ports/mail.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import type { DeliveryFailure } from '../../schema/delivery-failure.ts'
import { sources } from '../../schema/index.ts'
import { isUnsubscribed } from '../alert-links/index.ts'
import { composeAlertMail, pageUrl } from '../alert-mail/index.ts'
import type { Context } from '../context.ts'
import { openSecrets } from '../integrations/integration-row.ts'
import { selectProjects } from '../projects/index.ts'
import { publicOrigin } from '../public-origin.ts'
import type { DeliveryRow } from './delivery-row.ts'

/** As a whole, however slowly the other side goes on. */
const DEFAULT_PATIENCE_MS = 45_000

interface AttemptOptions {
  /** Ends the attempt: nothing came of it. */
  readonly signal?: AbortSignal
  readonly patienceMs?: number
}

/** One attempt, which is tried again where it takes too long. Never rejects but with the reason of the signal. */
export async function attemptDelivery(
  ctx: Context,
  row: DeliveryRow,
  { signal, patienceMs = DEFAULT_PATIENCE_MS }: AttemptOptions = {},
): Promise<ChannelOutcome> {
  if (row.isOrphan) return { kind: 'needless', failure: { code: 'removed' } }
  const late = AbortSignal.timeout(patienceMs)
  try {
    return await send(ctx, row, signal === undefined ? late : AbortSignal.any([signal, late]))
  } catch (error) {
    signal?.throwIfAborted()
    if (late.aborted) return { kind: 'retry', failure: { code: 'late' } }
    ctx.log.warn({ err: error, deliveryId: row.id }, 'an alert could not be sent')
    if (error instanceof MailError) return outcomeOf(error)
    return { kind: 'retry', failure: failureOf(error) }
  }
}

async function send(ctx: Context, row: DeliveryRow, signal: AbortSignal): Promise<ChannelOutcome> {
  const { integration, message, locale } = row
  const secrets = integration && openSecrets(ctx, integration)
  if (!integration || integration.provider === 'email') {
    const to = secrets?.serviceKey ?? row.target
    const sourceId = row.sourceId ?? ''
    if (await isUnsubscribed(ctx, { sourceId, address: to }))
      return { kind: 'needless', failure: { code: 'unsubscribed', address: to } }
    const mail = await composeAlertMail(ctx, message, { sourceId, locale, to })
    signal.throwIfAborted()
    await ctx.mail.send(mail, signal)
    if (ctx.settings.smtpUrl === null) return { kind: 'refused', failure: { code: 'noMailServer' } }
    return { kind: 'sent' }
  }
  const { id: deliveryId, alertId } = row
  const order = { deliveryId, alertId, message, locale, link: await linkTo(ctx, row), now: ctx.clock.now() }
  return ctx.channels[integration.provider].send(order, secrets!, signal)
}

/** The page about the alert; undefined where the server does not know its own address: a guess would lead nowhere from outside. */
async function linkTo(ctx: Context, { sourceId, message }: DeliveryRow): Promise<string | undefined> {
  if (ctx.settings.publicUrl === null) return undefined
  if (sourceId === null) return `${publicOrigin(ctx.settings)}/integrations`
  const [project] = await selectProjects(ctx.db).where(eq(sources.id, sourceId))
  return pageUrl(ctx, project, message, message.incidents)
}

function outcomeOf({ message, isPermanent, retryAfterMs }: MailError): ChannelOutcome {
  const failure = { code: 'text', text: `${message}.`.replace(/\.\.$/, '.').replaceAll('\0', '') } as const
  return isPermanent ? { kind: 'refused', failure } : { kind: 'retry', failure, retryAfterMs }
}

function failureOf(error: unknown): DeliveryFailure {
  if (error instanceof SecretBoxError) return { code: 'keyMissing' }
  return { code: 'failed', reason: (error instanceof Error ? error.message : String(error)).replaceAll('\0', '') }
}
