import { csvRow } from '@omen/sdk/rules'
import type { ReportKind } from '../../schema/wire-types.ts'
import { Html as TrustedHtml } from '../alert-mail/html.ts'
import { type Html, html } from '../alert-mail/index.ts'
import type { Caller, Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { type ContentIncident, type ContentTable, contentOf, type Made, type ReportContent } from './content.ts'
import { getDailySummary } from './daily.ts'
import { getInsightReport, type InsightRequest } from './insight.ts'
import { toMarkdown } from './to-markdown.ts'
import { reportWords } from './words.ts'

export type ReportFormat = 'md' | 'csv' | 'html'

export interface ExportRequest extends InsightRequest {
  readonly report: ReportKind
  readonly day?: string | undefined
}

/** A report as a document. */
export async function exportReport(
  ctx: Context,
  caller: Caller,
  { format, ...request }: ExportRequest & { readonly format: ReportFormat },
): Promise<string> {
  return writeReport(ctx, await makeReport(ctx, caller, request), format, request.locale)
}

export async function makeReport(ctx: Context, caller: Caller, request: ExportRequest): Promise<Made> {
  return request.report === 'daily'
    ? { kind: 'daily', report: await getDailySummary(ctx, caller, request) }
    : { kind: 'insight', report: await getInsightReport(ctx, caller, request) }
}

async function writeReport(ctx: Context, made: Made, format: ReportFormat, locale: Locale): Promise<string> {
  switch (format) {
    case 'csv':
      return toCsv(made)
    case 'md':
      return toMarkdown(contentOf(made, locale))
    case 'html': {
      const content = contentOf(made, locale)
      const { bars, ticks, flags, title, spoken } = content.bars
      const props = { bars, ticks, flags, width: 1000, height: 260, label: [title, ...spoken].join('; ') }
      const chart = await ctx.compute.draw({ locale, theme: 'neutral', picture: { kind: 'bars', props } })
      return toDocument(content, chart, reportWords[locale].legend)
    }
  }
}

const COLUMNS = ['project', 'instance', 'metric', 'unit', 'uptime', 'min', 'max', 'mean', 'deviation', 'relevance']

/** The statistics of a report: figures as they are, for programs. */
function toCsv({ report }: Made): string {
  const rows = report.statistics.map((one) =>
    csvRow([
      ...[one.projectName, one.instance, one.metric, one.unit ?? ''],
      ...[one.uptime, one.min, one.max, one.mean, one.deviation, one.relevance].map((value) => value ?? ''),
    ]),
  )
  return `${[csvRow(COLUMNS), ...rows].join('\r\n')}\r\n`
}

const STYLE = `:root{color-scheme:light dark;--ground:#f6f7f9;--panel:#fff;--text:#1a1d23;--muted:#5c636e;--line:#e6e8eb;--track:#eef0f2}
@media (prefers-color-scheme:dark){:root{--ground:#0f1115;--panel:#16181d;--text:#e7e9ee;--muted:#9aa1ad;--line:#26292f;--track:#1f2228}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:14px/20px system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1080px;margin:0 auto;padding:24px 16px 48px}
header{margin-bottom:16px}.about{color:var(--muted);font-size:13px;line-height:18px}h1{margin:8px 0 0;font-size:28px;line-height:36px;font-weight:600;overflow-wrap:anywhere}
section{margin-bottom:12px;border:1px solid var(--line);border-radius:8px;background:var(--panel);break-inside:avoid}
section.long{break-inside:auto}h2{margin:0;padding:10px 16px;border-bottom:1px solid var(--line);font-size:14px;line-height:20px;font-weight:600;break-after:avoid}
.in{padding:12px 16px;overflow-x:auto}.in svg{max-width:100%;height:auto}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr))}.figures>div{padding:14px 16px;border-left:1px solid var(--line)}.figures>div:first-child{border-left:0}
.figures b{display:block;font-size:20px;line-height:28px;font-weight:600;white-space:nowrap}.figures span{display:block;font-size:13px;line-height:18px}.figures .was{color:var(--muted)}
table{width:100%;border-collapse:collapse;font-size:13px;line-height:18px}th{padding:4px 8px;color:var(--muted);font-weight:400;text-align:left;white-space:nowrap}td{padding:5px 8px;border-top:1px solid var(--line);overflow-wrap:anywhere}td:first-child,th:first-child{min-width:72px;padding-left:0}td:last-child,th:last-child{padding-right:0}.n{text-align:right;white-space:nowrap}thead{display:table-header-group}tr{break-inside:avoid}
ol,ul{margin:0;padding:0;list-style:none}li{padding:6px 0;border-top:1px solid var(--line);break-inside:avoid}li:first-child{border-top:0}.mark{display:inline-block;width:10px;height:10px;margin-right:8px;border:1px solid rgba(61,42,0,.6);border-radius:2px}.facts,.more{color:var(--muted);font-size:13px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(440px,1fr));gap:0 12px;align-items:start}
.legend{display:flex;gap:16px;padding-top:4px;color:var(--muted);font-size:12px}.legend i{display:inline-block;width:10px;height:10px;margin-right:6px}
footer{padding-top:12px;color:var(--muted);font-size:12px}
@page{size:A4;margin:14mm 12mm}
@media print{:root{color-scheme:light;--ground:#fff;--panel:#fff;--text:#1a1d23;--muted:#5c636e;--line:#dcdfe3}main{max-width:none;padding:0}body{-webkit-print-color-adjust:exact;print-color-adjust:exact}h1{font-size:22px;line-height:28px}.two{grid-template-columns:1fr}.figures{grid-template-columns:repeat(5,1fr)}.figures>div{padding:10px}.figures b{font-size:16px;line-height:24px}table{font-size:11px;line-height:16px}th,td{padding-left:4px;padding-right:4px}}`

/** A report as one HTML file that asks for nothing from anywhere; `chart` is an SVG that was drawn here. */
function toDocument(
  content: ReportContent,
  chart: string,
  legend: Readonly<Record<'now' | 'before' | 'missing', string>>,
): string {
  const { locale, title, label, about, headline, figures, bars, weekdays, incidents, forecasts, shares, statistics } =
    content
  const part = (name: string, inner: Html, isLong = false): Html =>
    html`<section${isLong ? new TrustedHtml(' class="long"') : undefined}><h2>${name}</h2><div class="in">${inner}</div></section>`
  return html`<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${title}</title><style>${new TrustedHtml(STYLE)}</style></head><body><main>
<header><div class="about">${label} · ${title}<br>${about}</div><h1>${headline}</h1></header>
<section class="figures">${figures.map(({ value, label: name, before }) => html`<div><b>${value}</b><span>${name}</span><span class="was">${before}</span></div>`)}</section>
${part(
  bars.title,
  html`${new TrustedHtml(chart)}<div class="legend"><span><i style="background:#656c76"></i>${legend.now}</span>${bars.hasBefore ? html`<span><i style="border:1px solid #8f96a0"></i>${legend.before}</span>` : undefined}${bars.hasMissing ? html`<span><i style="background:repeating-linear-gradient(45deg,#858c96 0 1.5px,transparent 1.5px 4px)"></i>${legend.missing}</span>` : undefined}</div>`,
)}
${weekdays && part(weekdays.title, table(weekdays))}
${content.changes.length === 0 ? undefined : part(content.changesTitle, html`<ul>${content.changes.map((change) => html`<li>${change}</li>`)}</ul>${content.moreChanges && html`<div class="more">${content.moreChanges}</div>`}`)}
${part(content.incidentsTitle, incidents.length === 0 ? html`${content.noIncidents}` : html`<ol>${incidents.map(incidentLine)}</ol>${content.moreIncidents && html`<div class="more">${content.moreIncidents}</div>`}`, true)}
${forecasts.length === 0 ? undefined : part(content.forecastsTitle, html`<ul>${forecasts.map((sentence) => html`<li>${sentence}</li>`)}</ul>`)}
<div class="two">${shares.map((one) => part(one.title, table(one)))}</div>
${statistics.rows.length === 0 ? undefined : part(statistics.title, table(statistics), true)}
<footer>Omen</footer></main></body></html>
`.text
}

function incidentLine({ title, brief, facts, color }: ContentIncident): Html {
  return html`<li><span class="mark" style="background:${color}"></span><b>${title}</b> ${brief}<div class="facts">${facts.join(' · ')}</div></li>`
}

function table({ columns, rows, more }: ContentTable): Html {
  const cell = (tag: 'td' | 'th', text: string, at: number): Html => {
    const kind = columns[at]?.isNumber ? new TrustedHtml(' class="n"') : undefined
    return tag === 'th' ? html`<th${kind} scope="col">${text}</th>` : html`<td${kind}>${text}</td>`
  }
  return html`<table><thead><tr>${columns.map(({ title }, at) => cell('th', title, at))}</tr></thead><tbody>${rows.map((row) => html`<tr>${row.map((text, at) => cell('td', text, at))}</tr>`)}</tbody></table>${more && html`<div class="more">${more}</div>`}`
}
