import type { Locale } from '../errors.ts'
import { escapeHtml } from './escape.ts'
import type { OfflineIncident, OfflineTextPart } from './offline-content.ts'

/** Causes, timeline, similar incidents and the text of an incident, without a script. */
export function staticIncident(
  { details, parts }: OfflineIncident,
  locale: Locale,
  time: (at: number) => string,
): string {
  const { detail, actions } = details[locale]
  const { causes, timeline, similar } = detail
  const words = TEXTS[locale]
  const rows = timeline.map(
    ({ at, name, text }) => `<tr><td>${time(at)}</td><td>${escapeHtml(name)}</td><td>${escapeHtml(text)}</td></tr>`,
  )
  return [
    list(
      words.causes,
      'ol',
      causes.slice(0, MAX_CAUSES).map(({ sentence }) => sentence),
    ),
    rows.length === 0 ? '' : `<h2>${words.timeline}</h2><table>${rows.join('')}</table>`,
    `<h2>${words.text}</h2>`,
    ...parts.map((part) => partOf(part, locale)),
    list(
      words.actions,
      'ul',
      actions.map(({ done, text, assignee }) => `${done ? '☑' : '☐'} ${text} ${assignee}`),
    ),
    list(
      words.similar,
      'ul',
      similar.map(({ onset, title, done }) => `${time(onset)} ${title} ${done.map(({ text }) => text).join('; ')}`),
    ),
  ].join('')
}

const MAX_CAUSES = 10

function partOf(part: OfflineTextPart, locale: Locale): string {
  if (part.kind === 'text') return part.text.trim() === '' ? '' : `<pre>${escapeHtml(part.text.trim())}</pre>`
  if (part.svg !== undefined) return `<figure>${part.svg}</figure>`
  return `<p>${escapeHtml(part.name)}: ${TEXTS[locale].noValues}</p>`
}

function list(title: string, tag: 'ol' | 'ul', items: readonly string[]): string {
  if (items.length === 0) return ''
  return `<h2>${title}</h2><${tag}>${items.map((item) => `<li>${escapeHtml(item.trim())}</li>`).join('')}</${tag}>`
}

type Word = 'causes' | 'timeline' | 'text' | 'actions' | 'similar' | 'noValues'

const TEXTS: Readonly<Record<Locale, Readonly<Record<Word, string>>>> = {
  en: {
    causes: 'Likely causes',
    timeline: 'What moved, by onset',
    text: 'Post-mortem',
    actions: 'Action items',
    similar: 'Similar incidents',
    noValues: 'its values are not available.',
  },
  'zh-CN': {
    causes: '可能原因',
    timeline: '变化先后',
    text: '复盘',
    actions: '待办事项',
    similar: '相似事件',
    noValues: '没有可用数据。',
  },
}
