import type { FrozenDetection } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'
import { escapeHtml } from './escape.ts'
import type { OfflineContent } from './offline-content.ts'
import { staticIncident } from './static-incident.ts'

/** Shown until the view has started, and where scripts are off: the picture of all lanes, and what was found, as text. */
export function staticPage(content: OfflineContent, lanes: string): string {
  const { locale, name, description, facts, detections, incident: about } = content
  const detection = detections[locale]
  const words = texts[locale]
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
    `<tbody>${detection.incidents.slice(0, mostRows).map(row).join('')}</tbody></table>`,
    about === undefined ? '' : staticIncident(about, locale, time),
    `<noscript><p>${words.noScript}</p></noscript>`,
    '</main>',
  ].join('')
}

const mostRows = 500

function severityOf(val: number): number {
  return Math.abs(val + Math.PI) < 1e-6 ? 10 : Math.min(10, Math.abs(val))
}

const texts: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
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
