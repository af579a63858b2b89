import { severityColor } from '@omen/charts/findings'
import { and, desc, gt, isNull, or } from 'drizzle-orm'
import { published } from '../../schema/index.ts'
import { type Principal, readablePublished } from '../access.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { findPublished, type PublishedRow } from './published-row.ts'
import { isOfSeries } from './trends.ts'

export interface BadgeRequest {
  /** Of the newest run of the same series. */
  readonly latest: boolean
  readonly locale: Locale
}

/** The severity of a run, to be shown elsewhere. */
export async function drawBadge(
  ctx: Context,
  principal: Principal,
  id: string,
  { latest, locale }: BadgeRequest,
): Promise<string> {
  const row = await findPublished(ctx, principal, id)
  const { name, severity, incidentCount } = latest ? await newestOf(ctx, principal, row) : row
  const isChinese = locale === 'zh-CN'
  if (severity === null) {
    const text = incidentCount > 0 ? (isChinese ? '数据缺失' : 'data missing') : isChinese ? '正常' : 'normal'
    return badgeSvg({ label: name, text, ground: incidentCount > 0 ? '#8a8f98' : '#5f8d7a', ink: '#ffffff' })
  }
  const text = `${isChinese ? '严重度' : 'severity'} ${severity.toFixed(1)}`
  return badgeSvg({ label: name, text, ground: severityColor(severity), ink: '#000000' })
}

/** Of a badge; colours as CSS. */
interface Badge {
  readonly label: string
  readonly text: string
  readonly ground: string
  readonly ink: string
}

const LONGEST = 40
const MARGIN = 6

/** Two words side by side; drawn without fonts at hand, so each is stretched to the width that is kept for it. */
export function badgeSvg({ label, text, ground, ink }: Badge): string {
  const shown = label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label
  const [left, right] = [widthOf(shown) + 2 * MARGIN, widthOf(text) + 2 * MARGIN]
  const width = left + right
  const title = escapeXml(`${label}: ${text}`)
  const word = (content: string, x: number, room: number, fill: string): string =>
    `<text x="${x + room / 2}" y="14" fill="${fill}" textLength="${room - 2 * MARGIN}">${escapeXml(content)}</text>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a3f47"/>`,
    `<rect x="${left}" width="${right}" height="20" fill="${ground}"/></g>`,
    '<g text-anchor="middle" font-family="Verdana,DejaVu Sans,system-ui,sans-serif" font-size="11">',
    word(shown, 0, left, '#ffffff'),
    word(text, left, right, ink),
    '</g></svg>',
  ].join('')
}

/** Of Verdana at 11 px, about; ideographs are as wide as high. */
function widthOf(text: string): number {
  return Math.ceil([...text].reduce((sum, sign) => sum + (sign.codePointAt(0)! > 0x2e7f ? 11 : 6.6), 0))
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  // Signs that XML does not know would break the picture
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"']/g, (sign) => names[sign]!)
}

/** Through a link only open runs count, since whoever sees the badge may open no others. */
async function newestOf(ctx: Context, principal: Principal, row: PublishedRow): Promise<PublishedRow> {
  const isReadable = principal.via === 'link' ? undefined : readablePublished(principal, ctx.clock.now())
  const [newest] = await ctx.db
    .select()
    .from(published)
    .where(and(isOfSeries(row), isReadable ?? openNow(ctx)))
    .orderBy(desc(published.createdAt))
    .limit(1)
  return newest ? { ...newest, ownerUserName: row.ownerUserName } : row
}

function openNow(ctx: Context) {
  const { isOpen, expiresAt } = published
  return and(isOpen, or(isNull(expiresAt), gt(expiresAt, ctx.clock.now())))
}
