import type { AlertOrder } from '../../ports/alert-channel.ts'
import type { AlertKind, AlertMessage } from '../../schema/wire-types.ts'

type Locale = AlertOrder['locale']
type Incident = AlertMessage['incidents'][number]

/** Longest list of incidents in one message; the others are counted. */
const maxListed = 5

interface Texts {
  readonly title: Readonly<Record<AlertKind, (project: string, total: number) => string>>
  readonly trialLine: string
  readonly open: string
  readonly lasting: (since: string) => string
  readonly over: (from: string, to: string) => string
  readonly severity: string
  readonly more: (count: number) => string
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    title: {
      opened: (project) => `Incident in ${project}`,
      escalated: (project) => `Not acknowledged: incident in ${project}`,
      acknowledged: (project) => `Acknowledged: incident in ${project}`,
      recovered: (project) => `Over: incident in ${project}`,
      digest: (project, total) => `${total} incidents in ${project}`,
      predicted: (project) => `Predicted incident in ${project}`,
      trial: () => 'Omen: test of this integration',
    },
    trialLine: 'Alerts arrive here. There is nothing to do.',
    open: 'Open in Omen',
    lasting: (since) => `since ${since}`,
    over: (from, to) => `${from} to ${to}`,
    severity: 'severity',
    more: (count) => `and ${count} more`,
  },
  'zh-CN': {
    title: {
      opened: (project) => `${project} 出现异常事件`,
      escalated: (project) => `尚未确认：${project} 的异常事件`,
      acknowledged: (project) => `已确认：${project} 的异常事件`,
      recovered: (project) => `已恢复：${project} 的异常事件`,
      digest: (project, total) => `${project} 有 ${total} 个异常事件`,
      predicted: (project) => `预测 ${project} 将出现异常事件`,
      trial: () => 'Omen：集成测试',
    },
    trialLine: '告警会发送到这里，无需任何操作。',
    open: '在 Omen 中查看',
    lasting: (since) => `自 ${since} 起`,
    over: (from, to) => `${from} 至 ${to}`,
    severity: '严重程度',
    more: (count) => `另有 ${count} 个`,
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
  const listed = message.incidents.slice(0, maxListed)
  const left = message.incidentsTotal - listed.length
  const items = listed.map((incident) => ({
    sentence: incident.sentence[locale],
    facts: factsOf(incident, message.timeZone, locale),
  }))
  return {
    title: own.title[message.kind](message.projectName, message.incidentsTotal),
    items: message.kind === 'trial' && items.length === 0 ? [{ sentence: own.trialLine, facts: '' }] : items,
    more: left > 0 ? own.more(left) : undefined,
    openLabel: own.open,
  }
}

/** On one line, for notifications. */
export function summaryOf({ title, items }: AlertText): string {
  return items.length === 1 ? `${title}: ${items[0]!.sentence}` : title
}

function factsOf(incident: Incident, timeZone: string, locale: Locale): string {
  const own = texts[locale]
  const time = (at: number): string => timeOf(at, timeZone, locale)
  const span =
    incident.end === null ? own.lasting(time(incident.start)) : own.over(time(incident.start), time(incident.end))
  return incident.severity === null ? span : `${span} · ${own.severity} ${Math.abs(incident.severity).toFixed(1)}`
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
