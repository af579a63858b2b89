import type { IncidentPart, LanesPart, Link, MailContent, Picture, SeriesPart } from './content.ts'
import { type Html, html } from './html.ts'

const FONT =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif"
const GROUND = '#f6f7f9'
const PANEL = '#ffffff'
const TEXT = '#1a1d23'
export const MUTED = '#5c636e'
export const LINE = '#e6e8eb'
const ACCENT = '#1a6fb0'
const FILL = '#1b74b8'

/** Where a mail program knows of dark themes; elsewhere the colours of the elements count. */
const DARK_STYLE = `@media (prefers-color-scheme:dark){.ground{background:#0f1115!important}.panel{background:#16181d!important;border-color:#26292f!important}.text{color:#e7e9ee!important}.muted{color:#9aa1ad!important}.line{border-color:#26292f!important}.link{color:#5cace8!important}.second{border-color:#3a3f47!important}}@media (max-width:480px){.pad{padding-left:16px!important;padding-right:16px!important}.outer{padding:0!important}.panel{border-radius:0!important;border-left:0!important;border-right:0!important}}`

/** Tables and inline styles, as mail programs need them; nothing is loaded from anywhere. */
export function toHtml(content: MailContent): string {
  const { locale, subject, heading, facts } = content
  return mailPage(
    { locale, subject, preview: [heading, ...facts].join(' · ') },
    html`${head(content)}${main(content)}${content.lanes && lanes(content.lanes)}${incidentRows(content)}${seriesRows(content)}${foot(content)}`,
  )
}

/** A mail made of rows; `preview` is what a list of mails shows behind the subject. */
export function mailPage(
  { locale, subject, preview }: { readonly locale: string; readonly subject: string; readonly preview: string },
  rows: Html,
): string {
  return html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title><style>:root{color-scheme:light dark;supported-color-schemes:light dark}${DARK_STYLE}</style></head><body class="ground" style="margin:0;padding:0;background:${GROUND};-webkit-text-size-adjust:100%"><div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background:${GROUND}"><tr><td align="center" class="outer" style="padding:24px 12px"><!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]--><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="panel" style="max-width:600px;background:${PANEL};border:1px solid ${LINE};border-radius:6px;font-family:${FONT}">${rows}</table><!--[if mso]></td></tr></table><![endif]--></td></tr></table></body></html>`
    .text
}

export function row(inner: Html, style: string): Html {
  return html`<tr><td class="pad text" style="padding:${style};color:${TEXT}">${inner}</td></tr>`
}

export function head({ project, label }: Pick<MailContent, 'project' | 'label'>): Html {
  return row(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="text" style="font-size:14px;line-height:20px;font-weight:600;color:${TEXT}">${project}</td><td class="muted" align="right" style="font-size:13px;line-height:20px;color:${MUTED};white-space:nowrap">${label}</td></tr></table>`,
    '20px 24px 0',
  )
}

export function main({
  heading,
  facts,
  color,
  actions,
}: Pick<MailContent, 'heading' | 'facts' | 'color' | 'actions'>): Html {
  return html`${row(
    html`<h1 class="text" style="margin:0;font-size:20px;line-height:28px;font-weight:600;color:${TEXT};overflow-wrap:anywhere">${heading}</h1>${factLine(facts, color)}`,
    '12px 24px 0',
  )}${actions.length === 0 ? undefined : row(buttons(actions), '16px 24px 4px')}`
}

export function incidentRows({ incidents, more }: Pick<MailContent, 'incidents' | 'more'>): Html | undefined {
  if (incidents.length === 0) return undefined
  const rest =
    more === undefined
      ? undefined
      : html`<span class="muted" style="font-size:14px;line-height:20px;color:${MUTED}">${more}</span>`
  return html`${row(html``, '8px 24px 0')}${incidents.map(incidentRow)}${rest && row(rest, '12px 24px 0')}`
}

/** Facts behind a mark in the colour of the severity, which they also name. */
function factLine(facts: readonly string[], color: string | undefined): Html | undefined {
  if (facts.length === 0) return undefined
  const mark =
    color === undefined
      ? undefined
      : html`<span style="display:inline-block;width:10px;height:10px;border-radius:2px;background:${color};font-size:10px;line-height:10px;vertical-align:1px">&nbsp;</span>&nbsp; `
  return html`<div class="muted" style="margin-top:6px;font-size:14px;line-height:20px;color:${MUTED};font-variant-numeric:tabular-nums">${mark}${facts.join(' · ')}</div>`
}

function incidentRow({ sentence, facts, color, link }: IncidentPart): Html {
  return row(
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-top:1px solid ${LINE};padding-top:10px"><a class="link" href="${link.url}" style="font-size:14px;line-height:20px;color:${ACCENT};text-decoration:none;overflow-wrap:anywhere">${sentence}</a>${factLine(facts, color)}</td></tr></table>`,
    '10px 24px 0',
  )
}

/** The first is the main one. */
function buttons(actions: readonly Link[]): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${actions.map(button)}</tr></table>`
}

function button({ text: label, url }: Link, index: number): Html {
  const isMain = index === 0
  const box = isMain ? `background:${FILL};border:1px solid ${FILL}` : 'border:1px solid #c9cdd3'
  const colors = isMain ? 'color:#ffffff' : `color:${TEXT}`
  return html`<td style="padding-right:8px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="${isMain ? '' : 'second'}" style="${box};border-radius:6px"><a class="${isMain ? '' : 'text'}" href="${url}" style="display:inline-block;padding:7px 14px;font-size:14px;line-height:18px;font-weight:600;${colors};text-decoration:none">${label}</a></td></tr></table></td>`
}

export function partTitle(title: string): Html {
  return html`<div class="muted" style="font-size:13px;line-height:18px;font-weight:600;color:${MUTED}">${title}</div>`
}

/** Names as text beside the picture: they need no font in it, are read aloud, and stay where they are when it is stretched. */
function lanes({ title, names, rowHeight, picture, ticks, more }: LanesPart): Html {
  const cell = `height:${rowHeight}px;line-height:${rowHeight}px;mso-line-height-rule:exactly;font-size:12px`
  const label = (name: string): Html =>
    html`<tr><td class="text" title="${name}" style="${cell};color:${TEXT};white-space:nowrap;overflow:hidden;text-overflow:ellipsis">${name}</td></tr>`
  const labels = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed">${names.map(label)}</table>`
  return row(
    html`${partTitle(title)}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;margin-top:6px"><tr><td width="32%" valign="top" style="padding-right:8px">${labels}</td><td width="68%" valign="top" class="muted" style="font-size:12px;line-height:16px;color:${MUTED}">${image(picture, 374, names.length * rowHeight)}</td></tr><tr><td></td><td>${tickRow(ticks)}</td></tr></table>${more === undefined ? undefined : html`<div class="muted" style="font-size:12px;line-height:18px;color:${MUTED}">${more}</div>`}`,
    '20px 24px 0',
  )
}

/** As wide as its place, at its own height; the width is for mail programs that know no others. */
export function image({ id, alt }: Picture, width: number, height: number): Html {
  return html`<img src="cid:${id}" width="${width}" height="${height}" alt="${alt}" style="display:block;width:100%;height:${height}px;border:0">`
}

function tickRow(ticks: LanesPart['ticks']): Html | undefined {
  const [first] = ticks
  if (first === undefined) return undefined
  const percent = (share: number): number => Math.round(share * 1000) / 10
  const spacer = first.at > 0 ? html`<td width="${percent(first.at)}%"></td>` : undefined
  const cells = ticks.map(({ at, text: label }, index) => {
    const width = percent((ticks[index + 1]?.at ?? 1) - at)
    return html`<td width="${width}%" class="muted" style="font-size:11px;line-height:16px;color:${MUTED};white-space:nowrap">${label}</td>`
  })
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr>${spacer}${cells}</tr></table>`
}

function seriesRows({ seriesTitle, series }: MailContent): Html | undefined {
  if (series.length === 0) return undefined
  return html`${row(partTitle(seriesTitle), '20px 24px 0')}${series.map(seriesRow)}`
}

function seriesRow({ name, facts, chart }: SeriesPart): Html {
  const [value, ...rest] = facts
  const words = html`<div style="font-size:14px;line-height:20px;overflow-wrap:anywhere">${name}</div><div class="muted" style="font-size:14px;line-height:20px;color:${MUTED};font-variant-numeric:tabular-nums"><b class="text" style="font-weight:600;color:${TEXT}">${value}</b>${rest.map((fact) => ` · ${fact}`)}</div>`
  return row(html`${words}${chart && drawn(chart)}`, '8px 24px 4px')
}

function drawn({ from, to, height, ...picture }: NonNullable<SeriesPart['chart']>): Html {
  const end = (label: string, align: 'left' | 'right'): Html =>
    html`<td align="${align}" class="muted line" style="border-top:1px solid ${LINE};font-size:11px;line-height:16px;color:${MUTED}">${label}</td>`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;margin-top:4px"><tr><td colspan="2" class="muted" style="font-size:12px;line-height:16px;color:${MUTED}">${image(picture, 550, height)}</td></tr><tr>${end(from, 'left')}${end(to, 'right')}</tr></table>`
}

export function foot({ zone, reason, unsubscribe }: Pick<MailContent, 'zone' | 'reason' | 'unsubscribe'>): Html {
  const link =
    unsubscribe &&
    html` <a class="muted" href="${unsubscribe.url}" style="color:${MUTED};text-decoration:underline">${unsubscribe.text}</a>`
  return html`<tr><td class="pad" style="padding:24px 24px 20px"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line muted" style="border-top:1px solid ${LINE};padding-top:12px;font-size:12px;line-height:18px;color:${MUTED};overflow-wrap:anywhere">${zone === undefined ? undefined : html`${zone}<br>`}${reason}${link}<br><span style="color:#2185d0">&#9673;</span> Omen</td></tr></table></td></tr>`
}
