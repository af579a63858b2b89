import type { DrawTask } from '../../ports/compute.ts'
import type { ActionItem, IncidentDetail, IncidentPicture } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import type { Locale } from '../errors.ts'
import { writtenTime } from './post-mortem/fill.ts'

const mostCharts = 3
const [width, height] = [860, 220]

interface PageRequest {
  readonly text: string
  readonly actions: readonly ActionItem[]
  readonly locale: Locale
}

/** An incident as one page that needs nothing from anywhere: all of its text is text, and its charts are drawn in it. */
export async function toPage(
  ctx: Pick<Context, 'compute'>,
  detail: IncidentDetail,
  { text, actions, locale }: PageRequest,
): Promise<string> {
  const charts = await Promise.all(drawsOf(detail, locale).map((task) => ctx.compute.draw(task)))
  const { incident, timeline, causes, similar, source } = detail
  const words = wordsIn[locale]
  const time = (at: number): string => writtenTime(at, source.timeZone, locale)
  const rows = timeline.map(
    ({ at, name, text: said }) => `<tr><td>${time(at)}</td><td>${html(name)}</td><td>${html(said)}</td></tr>`,
  )
  const parts = [
    `<h1>${html(incident.title)}</h1><p>${html(incident.sentence)}</p>`,
    `<p class="muted">${html(source.uploadFileName ?? incident.projectName)} · ${time(incident.onset)} (${html(source.timeZone)})</p>`,
    ...charts.map((svg) => `<figure>${svg}</figure>`),
    list(
      words.causes,
      causes.slice(0, 10).map(({ sentence }) => sentence),
      'ol',
    ),
    rows.length === 0 ? '' : `<h2>${words.timeline}</h2><table>${rows.join('')}</table>`,
    list(
      words.similar,
      similar.map((one) => `${time(one.onset)} ${one.title} ${one.done.map((done) => done.text).join('; ')}`),
      'ul',
    ),
    list(
      words.actions,
      actions.map((one) => `${one.done ? '☑' : '☐'} ${one.text} ${one.assignee}`),
      'ul',
    ),
    `<h2>${words.text}</h2><pre>${html(text)}</pre>`,
  ]
  return `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${html(incident.title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style></head><body>${parts.join('\n')}</body></html>\n`
}

function list(title: string, items: readonly string[], tag: 'ol' | 'ul'): string {
  if (items.length === 0) return ''
  return `<h2>${title}</h2><${tag}>${items.map((item) => `<li>${html(item)}</li>`).join('')}</${tag}>`
}

/** Text as HTML shows it, and nothing else. */
function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

function drawsOf({ picture, incident }: IncidentDetail, locale: Locale): DrawTask[] {
  return picture.series.slice(0, mostCharts).map((one) => drawOf(picture, one, incident, locale))
}

function drawOf(
  { from, to, times }: IncidentPicture,
  { seriesId, metric, instance, unit, min, max, low, high }: IncidentPicture['series'][number],
  { onset, end, val }: IncidentDetail['incident'],
  locale: Locale,
): DrawTask {
  const title = instance === '' ? metric : `${metric} · ${instance}`
  const props = {
    ...{ width, height, title, domain: { from, to }, latestDataTimestamp: to },
    lines: [{ id: seriesId, label: title, seriesId, times, min, max, expected: { low, high } }],
    highlights: [{ start: onset, end: end ?? to, val: val ?? 1, isMissingValue: val === null }],
    ...(unit !== null && { unit }),
  }
  return { locale, theme: 'light', picture: { kind: 'metric', props } }
}

const wordsIn = {
  en: { causes: 'Causes', timeline: 'Timeline', similar: 'Similar incidents', actions: 'Actions', text: 'Text' },
  'zh-CN': { causes: '原因', timeline: '时间线', similar: '类似事件', actions: '行动项', text: '正文' },
}

const style = `body{font:14px/1.45 system-ui,sans-serif;max-width:880px;margin:24px auto;padding:0 16px;color:#1c2024;background:#fff}
h1{font-size:22px;margin:0 0 4px}h2{font-size:16px;margin:24px 0 8px}.muted{color:#60646c}table{border-collapse:collapse;width:100%}
td{border-top:1px solid #e0e1e6;padding:4px 12px 4px 0;vertical-align:top}td:first-child{white-space:nowrap}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #e0e1e6;border-radius:8px;padding:12px}figure{margin:12px 0}svg{max-width:100%;height:auto}
@media (prefers-color-scheme:dark){body{background:#111113;color:#edeef0}.muted{color:#b0b4ba}figure{background:#fff;border-radius:8px;padding:8px}}`
