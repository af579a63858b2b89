import { type AlertWords, alertWords } from '../../ports/alert-words.ts'
import type { Locale } from '../errors.ts'

/** What a mail says besides names, figures and the sentences of findings. */
export interface Words extends AlertWords {
  /** Of a subject, behind `[Omen] ` and the project. */
  readonly subject: {
    readonly since: (sentence: string, time: string) => string
    readonly escalated: (sentence: string) => string
    readonly acknowledged: (sentence: string) => string
    readonly recovered: (sentence: string, duration: string) => string
    readonly predicted: (sentence: string) => string
    readonly digest: (count: string, sentence: string) => string
    readonly trial: string
  }
  /** Between the project and the rest of the subject. */
  readonly colon: string
  readonly trialHeading: (project: string) => string
  readonly trialText: string
  readonly expectedFrom: (time: string) => string
  readonly until: (time: string) => string
  readonly firstSigns: (time: string) => string
  readonly soFar: (duration: string) => string
  readonly lasted: (duration: string) => string
  readonly missing: string
  readonly noData: string
  readonly expected: (value: string) => string
  readonly forecast: (value: string) => string
  readonly lanes: string
  readonly moreLanes: (count: number) => string
  readonly laneFinding: (span: string, severity: string | null) => string
  readonly chart: (series: string, from: string, to: string) => string
  readonly seriesTitle: (count: number) => string
  readonly moreIncidents: (count: string) => string
  readonly acknowledge: string
  readonly zone: (zone: string, offset: string) => string
  readonly reason: (address: string, project: string) => string
  readonly unsubscribe: string
}

const english: Words = {
  ...alertWords.en,
  subject: {
    since: (sentence, time) => `${sentence} · since ${time}`,
    escalated: (sentence) => `not acknowledged: ${sentence}`,
    acknowledged: (sentence) => `acknowledged: ${sentence}`,
    recovered: (sentence, duration) => `recovered after ${duration}: ${sentence}`,
    predicted: (sentence) => `predicted: ${sentence}`,
    digest: (count, sentence) => `${count}, worst: ${sentence}`,
    trial: 'test mail',
  },
  colon: ': ',
  trialHeading: (project) => (project === '' ? 'Alerts reach this address' : `Alerts of ${project} reach this address`),
  trialText: 'This mail was sent to try the settings. Nothing is wrong.',
  expectedFrom: (time) => `expected from ${time}`,
  until: (time) => `until ${time}`,
  firstSigns: (time) => `first signs at ${time}`,
  soFar: (duration) => `${duration} so far`,
  lasted: (duration) => `lasted ${duration}`,
  missing: 'data missing',
  noData: 'no data',
  expected: (value) => `usually ${value}`,
  forecast: (value) => `forecast ${value}`,
  lanes: 'Where and when',
  moreLanes: (count) => `and ${count} more`,
  laneFinding: (span, severity) => `${span} ${severity === null ? 'data missing' : `severity ${severity}`}`,
  chart: (series, from, to) => `${series} from ${from} to ${to}`,
  seriesTitle: (count) => (count === 1 ? 'Leading series' : 'Leading series, the most unusual first'),
  moreIncidents: (count) => `${count} more in Omen`,
  acknowledge: 'Acknowledge',
  zone: (zone, offset) => `Times are in ${zone}${offset === '' ? '' : ` (${offset})`}.`,
  reason: (address, project) => `${address} receives the alerts of ${project}.`,
  unsubscribe: 'Unsubscribe',
}

const chinese: Words = {
  ...alertWords['zh-CN'],
  subject: {
    since: (sentence, time) => `${sentence} · ${time} 起`,
    escalated: (sentence) => `尚未确认：${sentence}`,
    acknowledged: (sentence) => `已确认：${sentence}`,
    recovered: (sentence, duration) => `${duration}后恢复：${sentence}`,
    predicted: (sentence) => `预测：${sentence}`,
    digest: (count, sentence) => `${count}，最严重：${sentence}`,
    trial: '测试邮件',
  },
  colon: '：',
  trialHeading: (project) => (project === '' ? '此邮箱可以收到告警' : `此邮箱可以收到 ${project} 的告警`),
  trialText: '本邮件仅用于测试设置，没有任何异常。',
  expectedFrom: (time) => `预计 ${time} 起`,
  until: (time) => `至 ${time}`,
  firstSigns: (time) => `最早迹象出现于 ${time}`,
  soFar: (duration) => `已持续 ${duration}`,
  lasted: (duration) => `持续 ${duration}`,
  missing: '数据缺失',
  noData: '无数据',
  expected: (value) => `通常为 ${value}`,
  forecast: (value) => `预测为 ${value}`,
  lanes: '位置与时间',
  moreLanes: (count) => `另有 ${count} 项`,
  laneFinding: (span, severity) => `${span} ${severity === null ? '数据缺失' : `严重度 ${severity}`}`,
  chart: (series, from, to) => `${series}，${from} 至 ${to}`,
  seriesTitle: (count) => (count === 1 ? '主要序列' : '主要序列，最异常的在前'),
  moreIncidents: (count) => `另有 ${count} 起，请在 Omen 中查看`,
  acknowledge: '确认',
  zone: (zone, offset) => `时间均为 ${zone}${offset === '' ? '' : `（${offset}）`}。`,
  reason: (address, project) => `${address} 接收 ${project} 的告警。`,
  unsubscribe: '退订',
}

export const wordsOf: Readonly<Record<Locale, Words>> = { en: english, 'zh-CN': chinese }
