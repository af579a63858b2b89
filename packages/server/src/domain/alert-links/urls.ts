import type { Context } from '../context.ts'
import { publicOrigin } from '../public-origin.ts'
import { sealLink } from './token.ts'

type UrlContext = Pick<Context, 'settings' | 'secretBox' | 'clock'>

export function acknowledgeUrl(
  ctx: UrlContext,
  link: { readonly sourceId: string; readonly incidentId: string; readonly address: string },
): string {
  return `${publicOrigin(ctx.settings)}/acknowledge?token=${sealLink(ctx, { action: 'acknowledge', ...link })}`
}

/** For people, who confirm on a page, and for mail programs, which post to it. */
export function unsubscribeUrls(
  ctx: UrlContext,
  link: { readonly sourceId: string; readonly address: string; readonly scheduleId?: string },
): { page: string; oneClick: string } {
  const token = sealLink(ctx, { action: 'unsubscribe', ...link })
  const { settings } = ctx
  return {
    page: `${publicOrigin(settings)}${unsubscribePage(token)}`,
    oneClick: `${publicOrigin(settings)}${settings.apiBase}alert-mail/unsubscribe?token=${token}`,
  }
}

/** The same for the mails of a schedule of reports. */
export function reportUnsubscribeUrls(
  ctx: UrlContext,
  link: { readonly scheduleId: string; readonly address: string },
): { page: string; oneClick: string } {
  return unsubscribeUrls(ctx, { sourceId: '', ...link })
}

/** The page that asks before it unsubscribes. */
export function unsubscribePage(token: string): string {
  return `/unsubscribe?token=${encodeURIComponent(token)}`
}
