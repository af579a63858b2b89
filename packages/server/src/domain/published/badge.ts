import { severityColor } from '@omen/charts/findings'
import { and, desc, gt, isNull, or } from 'drizzle-orm'
import { published } from '../../schema/index.ts'
import { type Principal, readablePublished } from '../access.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { badgeSvg } from './badge-svg.ts'
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
