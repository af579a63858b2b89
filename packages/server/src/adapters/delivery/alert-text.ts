import type { AlertOrder } from '../../ports/alert-channel.ts'
import { alertWords } from '../../ports/alert-words.ts'
import type { AlertKind, AlertMessage } from '../../schema/wire-types.ts'

type Locale = AlertOrder['locale']
type Incident = AlertMessage['incidents'][number]

/** Longest list of incidents in one message; the others are counted. */
const MAX_LISTED = 5

interface Texts {
  readonly title: Readonly<Record<AlertKind, (project: string, total: number) => string>>
  readonly trialLine: string
  readonly over: (from: string, to: string) => string
  readonly more: (count: number) => string
}

const { en: english, 'zh-CN': chinese } = alertWords

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    title: {
      opened: (project) => `Incident in ${project}`,
      escalated: (project) => `${english.label.escalated}: incident in ${project}`,
      acknowledged: (project) => `${english.label.acknowledged}: incident in ${project}`,
      recovered: (project) => `${english.label.recovered}: incident in ${project}`,
      digest: (project, total) => `${english.incidents(total)} in ${project}`,
      predicted: (project) => `${english.label.predicted}: incident in ${project}`,
      trial: () => 'Omen: test of this integration',
    },
    trialLine: 'Alerts arrive here. There is nothing to do.',
    over: (from, to) => `${from} to ${to}`,
    more: (count) => `and ${count} more`,
  },
  'zh-CN': {
    title: {
      opened: (project) => `${project} 出现${chinese.label.opened}`,
      escalated: (project) => `${chinese.label.escalated}：${project} 的事件`,
      acknowledged: (project) => `${chinese.label.acknowledged}：${project} 的事件`,
      recovered: (project) => `${chinese.label.recovered}：${project} 的事件`,
      digest: (project, total) => `${project} 有 ${chinese.incidents(total)}`,
      predicted: (project) => `${chinese.label.predicted}：${project} 将出现事件`,
      trial: () => 'Omen：集成测试',
    },
    trialLine: '告警会发送到这里，无需任何操作。',
    over: (from, to) => `${from} 至 ${to}`,
    more: (count) => `另有 ${count} 起`,
  },
}

/** An alert as plain text, for services that mark it up in their own way. */
export interface AlertText {
  readonly title: string
  readonly items: readonly { readonly sentence: string; readonly facts: string }[]
  /** How many incidents are not among the items; undefined where all are. */
  readonly more: string | undefined
  readonly openLabel: string
}

export function alertText(message: AlertMessage, locale: Locale): AlertText {
  const own = texts[locale]
  const listed = message.incidents.slice(0, MAX_LISTED)
  const left = message.incidentsTotal - listed.length
  const items = listed.map((incident) => ({
    sentence: incident.sentence[locale],
    facts: factsOf(incident, message.timeZone, locale),
  }))
  return {
    title: own.title[message.kind](message.projectName, message.incidentsTotal),
    items: message.kind === 'trial' && items.length === 0 ? [{ sentence: own.trialLine, facts: '' }] : items,
    more: left > 0 ? own.more(left) : undefined,
    openLabel: alertWords[locale].open,
  }
}

/** On one line, for notifications. */
export function summaryOf({ title, items }: AlertText): string {
  return items.length === 1 ? `${title}: ${items[0]!.sentence}` : title
}

function factsOf(incident: Incident, timeZone: string, locale: Locale): string {
  const words = alertWords[locale]
  const time = (at: number): string => timeOf(at, timeZone, locale)
  const { start, since = start, end, severity } = incident
  const span = end === null ? words.since(time(since)) : texts[locale].over(time(since), time(end))
  return severity === null ? span : `${span} · ${words.severity(Math.abs(severity))}`
}

function timeOf(at: number, timeZone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
    .format(at)
    .concat(` (${timeZone})`)
}
