import type { ChannelOutcome } from '../../ports/alert-channel.ts'
import { SecretBoxError } from '../../ports/secret-box.ts'
import type { AlertMessage } from '../../schema/wire-types.ts'
import { composeAlertMail } from '../alert-mail/index.ts'
import type { Context } from '../context.ts'
import { openSecrets } from '../integrations/integration-row.ts'
import type { DeliveryRow } from './delivery-row.ts'

const minPaddingMs = 600_000

/** One attempt. Never rejects but with the reason of the signal. */
export async function attemptDelivery(ctx: Context, row: DeliveryRow, signal: AbortSignal): Promise<ChannelOutcome> {
  if (row.isOrphan) return { kind: 'needless', text: 'Its project or account was removed.' }
  try {
    return await send(ctx, row, signal)
  } catch (error) {
    signal.throwIfAborted()
    ctx.log.warn({ err: error, deliveryId: row.id }, 'an alert could not be sent')
    return { kind: 'retry', text: sentenceOf(error) }
  }
}

async function send(ctx: Context, row: DeliveryRow, signal: AbortSignal): Promise<ChannelOutcome> {
  const { integration, message, locale } = row
  const secrets = integration && openSecrets(ctx, integration)
  if (!integration || integration.provider === 'email') {
    const to = secrets?.serviceKey ?? row.target
    await ctx.mail.send(await composeAlertMail(ctx, message, { sourceId: row.sourceId ?? '', locale, to }))
    return { kind: 'sent' }
  }
  const { id: deliveryId, alertId } = row
  const order = { deliveryId, alertId, message, locale, link: linkTo(ctx, message), now: ctx.clock.now() }
  return ctx.channels[integration.provider].send(order, secrets!, signal)
}

/** The live page of the project at that time, with half as much before and behind. */
function linkTo({ settings }: Context, { kind, projectName, incidents, at }: AlertMessage): string | undefined {
  if (settings.publicUrl === null) return undefined
  const origin = settings.publicUrl.replace(/\/$/, '')
  if (kind === 'trial') return `${origin}/integrations`
  const from = Math.min(...incidents.map(({ start }) => start), at)
  const to = Math.max(...incidents.map(({ end }) => end ?? at), at)
  const padding = Math.max((to - from) / 2, minPaddingMs)
  return `${origin}/live/${encodeURIComponent(projectName)}?window=${Math.round(from - padding)}~${Math.round(to + padding)}`
}

function sentenceOf(error: unknown): string {
  if (error instanceof SecretBoxError)
    return `The key of this integration cannot be opened: ${error.message}. Give the server that key (OMEN_SECRET_KEY), or delete the integration and add it again.`
  return `It could not be sent: ${error instanceof Error ? error.message : String(error)}`.replaceAll('\0', '')
}
