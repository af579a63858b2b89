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
  link: { readonly sourceId: string; readonly address: string },
): { page: string; oneClick: string } {
  const token = sealLink(ctx, { action: 'unsubscribe', ...link })
  const origin = publicOrigin(ctx.settings)
  return {
    page: `${origin}/unsubscribe?token=${token}`,
    oneClick: `${origin}${ctx.settings.apiBase}alert-mail/unsubscribe?token=${token}`,
  }
}
