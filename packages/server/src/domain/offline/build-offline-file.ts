import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FrozenDetection, SeriesData } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { toLanesPicture } from '../detections/index.ts'
import type { Locale } from '../errors.ts'
import { roundFigure } from '../round-figure.ts'
import { codeInScript, escapeHtml, jsonInScript } from './escape.ts'
import type { OfflineContent } from './offline-content.ts'
import { staticIncident } from './static-incident.ts'

/**
 * One HTML file with everything in it: a browser may request nothing for it, and runs no script but its own. What it shows first needs
 * no script at all.
 */
export async function buildOfflineFile(ctx: Pick<Context, 'compute'>, content: OfflineContent): Promise<string> {
  const { locale, name, detections, values, madeAt, description, facts, incident } = content
  const { script, style } = await readPageParts()
  const picture = toLanesPicture(detections[locale], { width: 1100, height: 320, theme: 'light', locale })
  const lanes = await ctx.compute.draw(picture)
  const code = codeInScript(script)
  const data = jsonInScript({
    name,
    description,
    facts,
    detections,
    madeAt,
    locale,
    values: compactValues(values),
    ...(incident !== undefined && { incident: { details: incident.details, figures: incident.figures } }),
  })
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policyFor(code)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
    `<title>${escapeHtml(name)} · Omen</title>`,
    `<style>${style.replace(/<\/(style)/gi, '<\\/$1')}${staticStyle}</style></head><body>`,
    `<div id="root">${staticPage(content, lanes)}</div>`,
    `<script type="application/json" id="data">${data}</script>`,
    `<script type="module">${code}</script></body></html>`,
  ].join('')
}

/** Where the build puts the view for offline files. */
const folder = new URL('../../../../web/dist/offline/', import.meta.url)

interface PageParts {
  readonly script: string
  readonly style: string
}

let parts: Promise<PageParts> | undefined

/** The script and the style sheet of the view, read once. */
function readPageParts(): Promise<PageParts> {
  parts ??= readParts().catch((cause: unknown) => {
    parts = undefined
    throw new Error('The view for offline files is not built: run npm run build.', { cause })
  })
  return parts
}

async function readParts(): Promise<PageParts> {
  const read = (name: string) => readFile(fileURLToPath(new URL(name, folder)), 'utf8')
  const [script, style] = await Promise.all([read('offline.js'), read('offline.css')])
  return { script, style }
}

type Values = Omit<SeriesData, 'success'>
type Column = readonly (number | null)[]

/** As the page reads it: a `max` that is left out is as `min`, a missing `count` is 1 wherever there is a value. */
interface CompactValues {
  readonly from: number
  readonly to: number
  readonly bucketMs: number
  readonly times: readonly number[]
  readonly degree: Column
  readonly series: readonly CompactSeries[]
}

interface CompactSeries {
  readonly seriesId: string
  readonly min: Column
  readonly max?: Column
  readonly count?: readonly number[]
  readonly low?: Column
  readonly high?: Column
  readonly score?: Column
  readonly flagged: SeriesData['series'][number]['flagged']
}

/** Values are written as they are; ranges and scores were stored with seven digits, so that six say the same. */
export function compactValues({ from, to, bucketMs, times, degree, series }: Values): CompactValues {
  return {
    from,
    to,
    bucketMs,
    times,
    degree: rounded(degree),
    series: series.map(({ seriesId, min, max, count, low, high, score, flagged }) => ({
      seriesId,
      min,
      flagged,
      ...(max.some((value, index) => value !== min[index]) && { max }),
      ...(count.some((value, index) => value !== (min[index] === null ? 0 : 1)) && { count }),
      ...(low !== undefined && { low: rounded(low) }),
      ...(high !== undefined && { high: rounded(high) }),
      ...(score !== undefined && { score: rounded(score) }),
    })),
  }
}

function rounded(column: Column): (number | null)[] {
  return column.map((value) => (value === null ? null : roundFigure(value)))
}

/** Styles stand inline wherever charts are drawn; they can load nothing. */
function policyFor(code: string): string {
  const hash = createHash('sha256').update(code).digest('base64')
  return `default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'`
}

const staticStyle = [
  '#static{max-width:1100px;margin:24px auto;padding:0 16px;font:14px/20px system-ui,sans-serif}',
  '#static svg{max-width:100%;height:auto}#static table{border-collapse:collapse;width:100%}',
  '#static td,#static th{padding:4px 8px;text-align:left;vertical-align:top}#static dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px}#static dd{margin:0}#static figure{margin:12px 0}#static pre{white-space:pre-wrap;overflow-wrap:anywhere}',
].join('')

/** Shown until the view has started, and where scripts are off: the picture of all lanes, and what was found, as text. */
function staticPage(content: OfflineContent, lanes: string): string {
  const { locale, name, description, facts, detections, incident: about } = content
  const detection = detections[locale]
  const words = TEXTS[locale]
  const time = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const fact = ({ name: label, value }: OfflineContent['facts'][number]): string =>
    `<dt>${escapeHtml(label[locale])}</dt><dd>${escapeHtml(value)}</dd>`
  const row = (incident: FrozenDetection['incidents'][number]): string =>
    [
      `<tr><td>${incident.number}</td>`,
      `<td>${incident.val === null ? '–' : severityOf(incident.val).toFixed(1)}</td>`,
      `<td>${time(incident.start)}</td><td>${time(incident.end)}</td>`,
      `<td>${escapeHtml(incident.sentence)}</td></tr>`,
    ].join('')
  return [
    '<main id="static">',
    `<h1>${escapeHtml(name)}</h1>`,
    description === '' ? '' : `<p>${escapeHtml(description)}</p>`,
    `<dl>${facts.map(fact).join('')}</dl>`,
    lanes,
    detection.incidents.length === 0 ? `<p>${words.none}</p>` : '',
    `<table><caption>${words.incidents}</caption><thead><tr><th>#</th><th>${words.severity}</th>`,
    `<th>${words.from}</th><th>${words.to}</th><th>${words.what}</th></tr></thead>`,
    `<tbody>${detection.incidents.slice(0, MAX_ROWS).map(row).join('')}</tbody></table>`,
    about === undefined ? '' : staticIncident(about, locale, time),
    `<noscript><p>${words.noScript}</p></noscript>`,
    '</main>',
  ].join('')
}

const MAX_ROWS = 500

function severityOf(val: number): number {
  return Math.abs(val + Math.PI) < 1e-6 ? 10 : Math.min(10, Math.abs(val))
}

const TEXTS: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  en: {
    incidents: 'Incidents',
    severity: 'Severity',
    from: 'From',
    to: 'To',
    what: 'What happened',
    none: 'Nothing was found.',
    noScript: 'Charts need JavaScript, which is off in this browser.',
  },
  'zh-CN': {
    incidents: '异常事件',
    severity: '严重度',
    from: '开始',
    to: '结束',
    what: '情况',
    none: '未发现异常。',
    noScript: '图表需要 JavaScript，而此浏览器已将其关闭。',
  },
}
