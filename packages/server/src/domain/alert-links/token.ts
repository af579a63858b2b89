import { SecretBoxError } from '../../ports/secret-box.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'

/** The one thing that a link in a mail may do, for the one that the mail was sent to. */
export type AlertLink =
  | { readonly action: 'acknowledge'; readonly sourceId: string; readonly address: string; readonly incidentId: string }
  | {
      readonly action: 'unsubscribe'
      readonly sourceId: string
      readonly address: string
      /** From a schedule of reports, instead of the alerts of a project. */
      readonly scheduleId?: string
    }

export type AlertLinkAction = AlertLink['action']

type LinkContext = Pick<Context, 'secretBox' | 'clock'>

const DAY_MS = 86_400_000
/** An incident that nobody has acknowledged for so long is not acknowledged by a mail found later. */
const ACKNOWLEDGE_MS = 30 * DAY_MS

interface Sealed {
  readonly source: string
  readonly to: string
  readonly incident?: string
  readonly report?: string
  readonly until?: number
}

/**
 * Sealed, not only signed: no address or name stands in an address that proxies and browsers keep. It needs no row, and opens as long as
 * the server has the key.
 */
export function sealLink({ secretBox, clock }: LinkContext, link: AlertLink): string {
  const sealed: Sealed = {
    source: link.sourceId,
    to: link.address.toLowerCase(),
    ...(link.action === 'unsubscribe' && link.scheduleId !== undefined && { report: link.scheduleId }),
    ...(link.action === 'acknowledge' && { incident: link.incidentId, until: clock.now() + ACKNOWLEDGE_MS }),
  }
  return Buffer.from(secretBox.seal(JSON.stringify(sealed), aboutLink(link.action))).toString('base64url')
}

/** Throws the same for a token that is changed, expired, of another action, or no token at all. */
export function openLink<Action extends AlertLinkAction>(
  ctx: LinkContext,
  action: Action,
  token: string,
): Extract<AlertLink, { action: Action }> {
  const { source: sourceId, to: address, incident: incidentId, report: scheduleId, until } = open(ctx, action, token)
  if (until !== undefined && until < ctx.clock.now()) throw invalidLink()
  const about = { ...(incidentId !== undefined && { incidentId }), ...(scheduleId !== undefined && { scheduleId }) }
  return { action, sourceId, address, ...about } as Extract<AlertLink, { action: Action }>
}

function open({ secretBox }: LinkContext, action: AlertLinkAction, token: string): Sealed {
  try {
    return JSON.parse(secretBox.open(Buffer.from(token, 'base64url'), aboutLink(action))) as Sealed
  } catch (error) {
    if (error instanceof SecretBoxError) throw invalidLink(error)
    throw error
  }
}

function aboutLink(action: AlertLinkAction): string {
  return `link in a mail:${action}`
}

/** For anything that is wrong with a link, and for what it was about being gone. */
export function invalidLink(cause?: unknown): DomainError {
  return new DomainError('NOT_FOUND', {
    message: { en: 'This link is not valid or has expired.', 'zh-CN': '此链接无效或已过期。' },
    ...(cause !== undefined && { cause }),
  })
}
