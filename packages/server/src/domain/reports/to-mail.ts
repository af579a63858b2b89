import { createHash } from 'node:crypto'
import type { Mail } from '../../ports/mail.ts'
import { type Html, html, mailRows, plainText, shortened } from '../alert-mail/index.ts'
import type { Context } from '../context.ts'
import { publicOrigin } from '../public-origin.ts'
import { type ContentTable, contentOf, type Made, type ReportContent } from './content.ts'
import { reportWords } from './words.ts'

interface MailRequest {
  readonly locale: ReportContent['locale']
  readonly to: string
  /** Of the same mail again the same. */
  readonly key: readonly string[]
  /** Why it comes. */
  readonly reason: string
  readonly unsubscribe?: { readonly page: string; readonly oneClick: string } | undefined
}

const { image, LINE: line, MUTED: muted, partTitle, row } = mailRows
const MAX_STATISTICS = 15
const MAX_INCIDENTS = 8
const MAX_SHARES = 5
const MAX_SUBJECT_LENGTH = 120
const SIZE = { width: 550, height: 160 }
/** The thread that draws may have to start first. */
const PATIENCE_MS = 20_000

export interface Composer {
  mail(request: MailRequest): Mail
}

/** A report as a mail; its picture is drawn once for all who get it, and left out where it cannot be drawn. */
export async function composeReportMail(ctx: Context, made: Made, locale: ReportContent['locale']): Promise<Composer> {
  const content = contentOf(made, locale, MAX_STATISTICS)
  const png = await paintBars(ctx, content)
  const url = reportUrl(ctx, made)
  return {
    mail({ to, key, reason, unsubscribe }) {
      const words = reportWords[locale]
      const subject = shortened(`[Omen] ${content.title}${words.colon}${content.headline}`, MAX_SUBJECT_LENGTH)
      const foot = {
        zone: undefined,
        reason: plainText(reason),
        unsubscribe: unsubscribe && { text: words.unsubscribe, url: unsubscribe.page },
      }
      return {
        to,
        subject,
        text: toText(content, { url, foot, open: words.open }),
        html: toHtml(content, {
          subject,
          url,
          open: words.open,
          foot,
          hasPicture: png !== undefined,
          origin: publicOrigin(ctx.settings),
        }),
        ...(png !== undefined && { pictures: [{ id: 'bars', png }] }),
        id: createHash('sha256')
          .update(JSON.stringify([...key, to.toLowerCase()]))
          .digest('hex')
          .slice(0, 32),
        ...(unsubscribe !== undefined && { unsubscribeUrl: unsubscribe.oneClick }),
      }
    },
  }
}

/** The page of a report. */
function reportUrl({ settings }: Pick<Context, 'settings'>, { kind, report }: Made): string {
  const { scope } = report
  const search = new URLSearchParams()
  if (scope.kind === 'project') search.set('project', `${scope.name}@${scope.owner}`)
  if (kind === 'daily') search.set('day', report.day)
  else {
    search.set('period', report.period)
    search.set('at', String(report.from))
  }
  return `${publicOrigin(settings)}/${kind}?${search}`
}

async function paintBars(ctx: Context, { bars, locale }: ReportContent): Promise<Uint8Array | undefined> {
  if (bars.spoken.length === 0) return undefined
  const props = { bars: bars.bars, ticks: bars.ticks, flags: bars.flags, ...SIZE, label: bars.title, hasText: false }
  const task = {
    pictures: [{ locale, theme: 'neutral' as const, picture: { kind: 'bars' as const, props } }],
    scale: 2,
  }
  try {
    const [png] = await ctx.compute.paint(task, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return png
  } catch (error) {
    ctx.log.warn({ err: error }, 'a report goes out without its picture')
    return undefined
  }
}

interface Around {
  readonly url: string
  readonly open: string
  readonly foot: {
    readonly zone: undefined
    readonly reason: string
    readonly unsubscribe: { text: string; url: string } | undefined
  }
}

interface HtmlAround extends Around {
  readonly subject: string
  readonly hasPicture: boolean
  readonly origin: string
}

function toHtml(content: ReportContent, { subject, url, open, foot, hasPicture, origin }: HtmlAround): string {
  const { locale, title, label, about, headline, bars, forecasts, shares, statistics, weekdays } = content
  const incidents = content.incidents.slice(0, MAX_INCIDENTS).map(({ title: name, brief, facts, color, id }) => ({
    sentence: `${name} ${brief}`,
    facts,
    color,
    link: { text: open, url: `${origin}/incidents/${encodeURIComponent(id)}` },
  }))
  const part = (name: string, inner: Html): Html =>
    html`${row(partTitle(name), '20px 24px 0')}${row(inner, '6px 24px 0')}`
  return mailRows.mailPage(
    {
      locale,
      subject,
      preview: [headline, ...content.figures.map(({ value, label: name }) => `${value} ${name}`)].join(' · '),
    },
    html`${mailRows.head({ project: title, label })}${mailRows.main({ heading: headline, facts: [about], color: undefined, actions: [{ text: open, url }] })}${row(figures(content), '16px 24px 0')}${
      hasPicture
        ? part(
            bars.title,
            html`${image({ id: 'bars', alt: bars.spoken.join('; ') }, SIZE.width, SIZE.height)}${ends(content)}`,
          )
        : undefined
    }${weekdays && part(weekdays.title, table(weekdays))}${
      content.changes.length === 0
        ? undefined
        : part(content.changesTitle, sentences(content.changes, content.moreChanges))
    }${incidents.length === 0 ? undefined : row(partTitle(content.incidentsTitle), '20px 24px 0')}${mailRows.incidentRows({ incidents, more: content.moreIncidents })}${
      forecasts.length === 0 ? undefined : part(content.forecastsTitle, sentences(forecasts))
    }${shares.map((one) => part(one.title, table({ ...one, rows: one.rows.slice(0, MAX_SHARES) }, 3)))}${
      statistics.rows.length === 0 ? undefined : part(statistics.title, table(statistics))
    }${mailRows.foot(foot)}`,
  )
}

function sentences(all: readonly string[], more?: string): Html {
  const rest = more && html`<div class="muted" style="font-size:12px;line-height:18px;color:${muted}">${more}</div>`
  return html`${all.map((sentence) => html`<div style="font-size:14px;line-height:20px;padding-top:4px">${sentence}</div>`)}${rest}`
}

/** The first and the last label: text stands beside the picture, since it needs no font there. */
function ends({ bars: { bars } }: ReportContent): Html {
  const end = (label: string | undefined, align: 'left' | 'right'): Html =>
    html`<td align="${align}" class="muted" style="font-size:11px;line-height:16px;color:${muted}">${label}</td>`
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${end(bars[0]?.label, 'left')}${end(bars.at(-1)?.label, 'right')}</tr></table>`
}

function figures(content: ReportContent): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${content.figures.map(
    ({ value, label, before }) =>
      html`<tr><td class="line text" style="border-top:1px solid ${line};padding:6px 0;font-size:14px;line-height:20px;font-variant-numeric:tabular-nums"><b style="font-weight:600">${value}</b> ${label}</td><td class="line muted" align="right" style="border-top:1px solid ${line};padding:6px 0;font-size:13px;line-height:20px;color:${muted}">${before}</td></tr>`,
  )}</table>`
}

function table({ columns, rows, more }: ContentTable, max = columns.length): Html {
  const head = html`<tr>${columns.slice(0, max).map(({ title, isNumber }) => html`<th align="${isNumber ? 'right' : 'left'}" class="muted" style="padding:3px 6px 3px 0;font-size:11px;line-height:16px;font-weight:400;color:${muted}">${title}</th>`)}</tr>`
  const cells = (cell: readonly string[]): Html =>
    html`<tr>${cell.slice(0, max).map((text, at) => html`<td class="line text" align="${columns[at]!.isNumber ? 'right' : 'left'}" style="border-top:1px solid ${line};padding:4px 6px 4px 0;font-size:12px;line-height:16px;font-variant-numeric:tabular-nums;overflow-wrap:anywhere">${text}</td>`)}</tr>`
  const rest = more && html`<div class="muted" style="font-size:12px;line-height:18px;color:${muted}">${more}</div>`
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0">${head}${rows.map(cells)}</table>${rest}`
}

/** The same as the HTML says. */
function toText(content: ReportContent, { url, foot, open }: Around): string {
  const { title, label, headline, about, bars, incidents, forecasts, shares, statistics, weekdays } = content
  const lines = (name: string, list: readonly string[]): string | undefined =>
    list.length === 0 ? undefined : [name, ...list.map((one) => `- ${one}`)].join('\n')
  const rows = ({ title: name, columns, rows: all }: ContentTable, max = all.length): string | undefined =>
    lines(
      name,
      all
        .slice(0, max)
        .map((cells) => cells.map((cell, at) => (at === 0 ? cell : `${columns[at]!.title} ${cell}`)).join(' · ')),
    )
  const blocks = [
    `${title} · ${label}`,
    `${headline}\n${about}`,
    content.figures
      .map(({ value, label: name, before }) => `${value} ${name}${before === '' ? '' : ` · ${before}`}`)
      .join('\n'),
    lines(bars.title, bars.spoken),
    weekdays && rows(weekdays),
    lines(content.changesTitle, content.changes),
    content.moreChanges,
    lines(
      content.incidentsTitle,
      incidents.slice(0, MAX_INCIDENTS).map((one) => `${one.title} ${one.brief} · ${one.facts.join(' · ')}`),
    ),
    content.moreIncidents,
    lines(content.forecastsTitle, forecasts),
    ...shares.map((one) => rows(one, MAX_SHARES)),
    rows(statistics),
    `${open}: ${url}`,
    [foot.reason, foot.unsubscribe && `${foot.unsubscribe.text}: ${foot.unsubscribe.url}`].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
