import { durationOf, durationText, nameOnInstance } from '@omen/engine'
import type { Locale } from '../../errors.ts'
import type { TextFacts } from './facts.ts'
import { chartMark, escapeMarkdown, linkOf } from './markdown.ts'

const MAX_TIMELINE = 40
const MAX_CAUSES = 5
const MAX_LINES = 20
const MAX_CHARTS = 2

type Part = (facts: TextFacts, locale: Locale) => string

/** What is put in ends here, as a text that is saved does: a template may name a mark thousands of times. */
const MAX_FILLED_CHARACTERS = 100_000

/** A template with its marks, {{title}} and the like, replaced by what is known; marks that there are none of stay, and those that no room is left for. */
export function fillTemplate(template: string, facts: TextFacts, locale: Locale): string {
  const made = new Map<string, string>()
  let length = template.length
  const filled = template.replace(/\{\{\s*(\w+)\s*\}\}/g, (mark, name: string) => {
    if (!Object.hasOwn(parts, name)) return mark
    const text = made.get(name) ?? parts[name]!(facts, locale)
    made.set(name, text)
    if (length + text.length > MAX_FILLED_CHARACTERS) return mark
    length += text.length
    return text
  })
  // Where there was nothing to put in
  return filled.replace(/\n{3,}/g, '\n\n')
}

const parts: Record<string, Part> = {
  title: ({ title }) => escapeMarkdown(title),
  state: ({ state }) => state,
  summary: summaryOf,
  timeline: timelineOf,
  causes: causesOf,
  chart: chartsOf,
  changes: changesOf,
  logs: logsOf,
  similar: similarOf,
  history: historyOf,
}

/** A time where the incident happened, with its zone. */
function writtenTime(at: number, timeZone: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return format.format(at)
}

function summaryOf({ sentence, projectName, timeZone, from, to, stepMs }: TextFacts, locale: Locale): string {
  const start = writtenTime(from, timeZone, locale)
  const project = escapeMarkdown(projectName)
  const text = escapeMarkdown(sentence)
  const past = to === null ? '' : writtenTime(to + stepMs, timeZone, locale)
  const lasted = to === null ? '' : durationText(durationOf({ start: from, end: to }, stepMs), locale)
  if (locale === 'en') {
    const end = to === null ? 'It has not ended.' : `It ended at ${past}, after ${lasted}.`
    return `${project}: ${text}. It began at ${start} (${timeZone}). ${end}`
  }
  const end = to === null ? '尚未结束。' : `结束于 ${past}，持续 ${lasted}。`
  return `${project}：${text}。开始于 ${start}（${timeZone}）。${end}`
}

function timelineOf({ timeline, timeZone }: TextFacts, locale: Locale): string {
  const lines = timeline.slice(0, MAX_TIMELINE).map(({ at, name, text }) => {
    const said = text === '' ? '' : `: ${escapeMarkdown(text)}`
    return `- ${writtenTime(at, timeZone, locale)} ${escapeMarkdown(name)}${said}`
  })
  const more = timeline.length - MAX_TIMELINE
  if (more > 0) lines.push(locale === 'en' ? `- and ${more} more` : `- 以及另外 ${more} 项`)
  return lines.length > 0 ? lines.join('\n') : none(locale)
}

function causesOf({ causes }: TextFacts, locale: Locale): string {
  const lines = causes.slice(0, MAX_CAUSES).map(({ rank, sentence }) => `${rank}. ${escapeMarkdown(sentence)}`)
  if (lines.length > 0) return lines.join('\n')
  return locale === 'en' ? 'Nothing that is measured moved before it.' : '没有监测数据在其之前变化。'
}

function chartsOf({ causes, series, picture }: TextFacts, locale: Locale): string {
  const named = causes.filter(({ kind }) => kind !== 'collector')
  const leading = named.length > 0 ? named : series.toSorted((a, b) => b.share - a.share)
  return leading
    .slice(0, MAX_CHARTS)
    .map((one) =>
      chartMark(nameOnInstance(one, locale), { seriesId: one.seriesId, from: picture.from, to: picture.to }),
    )
    .join('\n\n')
}

function changesOf({ changes, timeZone }: TextFacts, locale: Locale): string {
  const listed = changes.filter(({ kind }) => kind !== 'log').slice(0, 10)
  if (listed.length === 0) return locale === 'en' ? 'No change was reported around it.' : '前后没有记录到变更。'
  return listed
    .map(({ at, title, leadMs, link }) => {
      const address = linkOf(link)
      const name = address === null ? escapeMarkdown(title) : `[${escapeMarkdown(title)}](${address})`
      const lead = durationText(Math.abs(leadMs), locale)
      const when =
        leadMs >= 0
          ? { en: `${lead} before`, 'zh-CN': `提前 ${lead}` }
          : { en: `${lead} after`, 'zh-CN': `之后 ${lead}` }
      return `- ${writtenTime(at, timeZone, locale)} ${name} (${when[locale]})`
    })
    .join('\n')
}

function logsOf({ logs, timeZone }: TextFacts, locale: Locale): string {
  const telling = logs.lines.filter(({ isNew, severity }) => isNew || severity >= 17)
  const listed = (telling.length > 0 ? telling : logs.lines).slice(0, MAX_LINES)
  if (listed.length === 0) return none(locale)
  return listed
    .map(
      ({ time, instance, line }) =>
        `- ${writtenTime(time, timeZone, locale)} ${escapeMarkdown(`${instance} ${line.slice(0, 300)}`.trim())}`,
    )
    .join('\n')
}

function similarOf({ similar, timeZone }: TextFacts, locale: Locale): string {
  if (similar.length === 0) return none(locale)
  return similar
    .map(({ title, onset, done }) => {
      const helped = done.map(({ text }) => escapeMarkdown(text)).join('; ')
      return `- ${writtenTime(onset, timeZone, locale)} ${escapeMarkdown(title)}${helped === '' ? '' : `: ${helped}`}`
    })
    .join('\n')
}

function historyOf({ history, timeZone }: TextFacts, locale: Locale): string {
  const said = history.filter(({ by }) => by !== null)
  if (said.length === 0) return none(locale)
  return said
    .map(({ at, by, kind, note }) => {
      const text = note === null ? '' : `: ${escapeMarkdown(note)}`
      return `- ${writtenTime(at, timeZone, locale)} ${escapeMarkdown(by!)} ${WORDS[locale][kind]}${text}`
    })
    .join('\n')
}

const none = (locale: Locale): string => (locale === 'en' ? 'None.' : '无。')

type Kind = TextFacts['history'][number]['kind']
const WORDS: Record<Locale, Record<Kind, string>> = {
  en: {
    began: 'began',
    ended: 'ended',
    acknowledged: 'acknowledged it',
    resolved: 'resolved it',
    reopened: 'reopened it',
    noted: 'wrote',
    mergedFrom: 'merged another one into it',
    mergedInto: 'merged it into another one',
    splitFrom: 'split it from another one',
    splitOff: 'split a part off',
    withdrawn: 'withdrew it',
    excluded: 'left it out of training',
    included: 'took it back into training',
    postMortem: 'wrote a post-mortem',
  },
  'zh-CN': {
    began: '开始',
    ended: '结束',
    acknowledged: '已确认',
    resolved: '已解决',
    reopened: '重新打开',
    noted: '备注',
    mergedFrom: '并入另一事件',
    mergedInto: '已并入另一事件',
    splitFrom: '由另一事件拆分而来',
    splitOff: '拆分出一部分',
    withdrawn: '已撤回',
    excluded: '排除出训练',
    included: '重新纳入训练',
    postMortem: '撰写复盘',
  },
}
