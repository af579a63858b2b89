import type { AlertKind } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

/** What a mail says besides names, figures and the sentences of findings. */
export interface Words {
  readonly label: Readonly<Record<AlertKind, string>>
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
  readonly digestHeading: (count: number) => string
  readonly trialHeading: (project: string) => string
  readonly trialText: string
  readonly since: (time: string) => string
  readonly expectedFrom: (time: string) => string
  readonly until: (time: string) => string
  readonly soFar: (duration: string) => string
  readonly lasted: (duration: string) => string
  readonly severity: (severity: string) => string
  readonly missing: string
  readonly noData: string
  readonly expected: (value: string) => string
  readonly forecast: (value: string) => string
  readonly seriesName: (metric: string, instance: string) => string
  readonly lanes: string
  readonly moreLanes: (count: number) => string
  readonly laneFinding: (span: string, severity: string | null) => string
  readonly chart: (series: string, from: string, to: string) => string
  readonly seriesTitle: (count: number) => string
  readonly moreIncidents: (count: string) => string
  readonly open: string
  readonly acknowledge: string
  readonly zone: (zone: string, offset: string) => string
  readonly reason: (address: string, project: string) => string
  readonly unsubscribe: string
}

const english: Words = {
  label: {
    opened: 'New incident',
    escalated: 'Not acknowledged yet',
    acknowledged: 'Acknowledged',
    recovered: 'Recovered',
    digest: 'Summary',
    predicted: 'Predicted',
    trial: 'Test',
  },
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
  digestHeading: (count) => (count === 1 ? '1 incident' : `${count.toLocaleString('en')} incidents`),
  trialHeading: (project) => (project === '' ? 'Alerts reach this address' : `Alerts of ${project} reach this address`),
  trialText: 'This mail was sent to try the settings. Nothing is wrong.',
  since: (time) => `since ${time}`,
  expectedFrom: (time) => `expected from ${time}`,
  until: (time) => `until ${time}`,
  soFar: (duration) => `${duration} so far`,
  lasted: (duration) => `lasted ${duration}`,
  severity: (severity) => `severity ${severity} of 10`,
  missing: 'data missing',
  noData: 'no data',
  expected: (value) => `usually ${value}`,
  forecast: (value) => `forecast ${value}`,
  seriesName: (metric, instance) => (instance === '' ? metric : `${metric} on ${instance}`),
  lanes: 'Where and when',
  moreLanes: (count) => `and ${count} more`,
  laneFinding: (span, severity) => `${span} ${severity === null ? 'data missing' : `severity ${severity}`}`,
  chart: (series, from, to) => `${series} from ${from} to ${to}`,
  seriesTitle: (count) => (count === 1 ? 'Leading series' : 'Leading series, the most unusual first'),
  moreIncidents: (count) => `${count} more in Omen`,
  open: 'Open in Omen',
  acknowledge: 'Acknowledge',
  zone: (zone, offset) => `Times are in ${zone}${offset === '' ? '' : ` (${offset})`}.`,
  reason: (address, project) => `${address} receives the alerts of ${project}.`,
  unsubscribe: 'Unsubscribe',
}

const chinese: Words = {
  label: {
    opened: '新事件',
    escalated: '尚未确认',
    acknowledged: '已确认',
    recovered: '已恢复',
    digest: '汇总',
    predicted: '预测',
    trial: '测试',
  },
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
  digestHeading: (count) => `${count.toLocaleString('zh-CN')} 起事件`,
  trialHeading: (project) => (project === '' ? '此邮箱可以收到告警' : `此邮箱可以收到 ${project} 的告警`),
  trialText: '本邮件仅用于测试设置，没有任何异常。',
  since: (time) => `${time} 起`,
  expectedFrom: (time) => `预计 ${time} 起`,
  until: (time) => `至 ${time}`,
  soFar: (duration) => `已持续 ${duration}`,
  lasted: (duration) => `持续 ${duration}`,
  severity: (severity) => `严重度 ${severity}（满分 10）`,
  missing: '数据缺失',
  noData: '无数据',
  expected: (value) => `通常为 ${value}`,
  forecast: (value) => `预测为 ${value}`,
  seriesName: (metric, instance) => (instance === '' ? metric : `${instance} 的 ${metric}`),
  lanes: '位置与时间',
  moreLanes: (count) => `另有 ${count} 项`,
  laneFinding: (span, severity) => `${span} ${severity === null ? '数据缺失' : `严重度 ${severity}`}`,
  chart: (series, from, to) => `${series}，${from} 至 ${to}`,
  seriesTitle: (count) => (count === 1 ? '主要序列' : '主要序列，最异常的在前'),
  moreIncidents: (count) => `另有 ${count} 起，请在 Omen 中查看`,
  open: '在 Omen 中查看',
  acknowledge: '确认',
  zone: (zone, offset) => `时间均为 ${zone}${offset === '' ? '' : `（${offset}）`}。`,
  reason: (address, project) => `${address} 接收 ${project} 的告警。`,
  unsubscribe: '退订',
}

export const wordsOf: Readonly<Record<Locale, Words>> = { en: english, 'zh-CN': chinese }
