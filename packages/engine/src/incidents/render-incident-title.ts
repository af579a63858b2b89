import { durationText, figure, type SentenceLocale } from '../detect/render-sentence.ts'
import type { IncidentKind, IncidentTitle } from './incident.ts'

const ENGLISH: Record<IncidentKind, string> = {
  instanceDown: 'Instance down',
  newInstance: 'New instance',
  cpu: 'CPU',
  memory: 'Memory',
  disk: 'Disk',
  network: 'Network',
  load: 'Load',
  metric: 'Metric',
  log: 'Log',
  collector: 'Collector silent',
  silent: 'Series silent',
  frozen: 'Value stands still',
}
const CHINESE: Record<IncidentKind, string> = {
  instanceDown: '实例停机',
  newInstance: '新实例',
  cpu: 'CPU',
  memory: '内存',
  disk: '磁盘',
  network: '网络',
  load: '负载',
  metric: '指标',
  log: '日志',
  collector: '采集器无数据',
  silent: '序列无数据',
  frozen: '数值停滞',
}
/** Characters of a template in a title. */
const MAX_TEMPLATE = 80

/** Tells an incident in one line, without a full stop. */
export function renderIncidentTitle(title: IncidentTitle, locale: SentenceLocale): string {
  const { metric, kind } = title
  const time = durationText(title.durationMs, locale)
  const isPlain = metric === undefined || !hasSide(kind)
  const beside = isPlain ? [] : locale === 'en' ? englishBeside(title) : chineseBeside(title)
  const head = renderIncidentSubject(title, locale)
  return locale === 'en' ? `${[head, ...beside].join(' ')} for ${time}` : [head, ...beside, `持续 ${time}`].join('，')
}

/** Only what an incident is about: the title without what else took part and how long. */
export function renderIncidentSubject(title: IncidentTitle, locale: SentenceLocale): string {
  const { kind, metric, instance, rejectedLines } = title
  if (rejectedLines !== undefined)
    return locale === 'en'
      ? `No readable samples: ${figure(rejectedLines, '', 15)} rejected ${rejectedLines === 1 ? 'line' : 'lines'}`
      : `没有可读的样本：${figure(rejectedLines, '', 15)} 行被拒绝`
  const name = locale === 'en' ? `${ENGLISH[kind]}: ` : `${CHINESE[kind]}：`
  if (metric === undefined) return name + logSubject(title, locale)
  if (kind === 'instanceDown') return name + (instance ?? metric)
  if (kind === 'collector') return name + (locale === 'en' ? 'no series reported' : '所有序列均未上报')
  const place =
    locale === 'en'
      ? `${metric}${instance === undefined ? '' : ` on ${instance}`}`
      : `${instance === undefined ? '' : `${instance} 的 `}${metric}`
  if (!hasSide(kind)) return name + place
  const [high, low] = locale === 'en' ? ['high', 'low'] : ['偏高', '偏低']
  return `${name}${place} ${title.side > 0 ? high : low}`
}

/** Whether something rose or fell, besides what there is no news of. */
function hasSide(kind: IncidentKind): boolean {
  return kind !== 'instanceDown' && kind !== 'collector' && kind !== 'silent' && kind !== 'frozen'
}

function logSubject({ template, instance, logs }: IncidentTitle, locale: SentenceLocale): string {
  if (template === undefined) return instance ?? (locale === 'en' ? 'no data' : '无数据')
  if (locale === 'en') return `'${cut(template)}'${logs > 1 ? ` and ${englishLogs(logs - 1)} more` : ''}`
  return `“${cut(template)}”${logs > 1 ? `等 ${logs} 条日志发现` : ''}`
}

function englishBeside({ metrics, instances, logs }: IncidentTitle): string[] {
  const beside = [
    ...(metrics > 1 ? [`${metrics - 1} more ${metrics === 2 ? 'metric' : 'metrics'}`] : []),
    ...(logs > 0 ? [englishLogs(logs)] : []),
  ]
  if (beside.length === 0)
    return instances > 1 ? [`and on ${instances - 1} more ${instances === 2 ? 'instance' : 'instances'}`] : []
  return [`with ${beside.join(' and ')}`, ...(instances > 1 ? [`on ${instances} instances`] : [])]
}

function englishLogs(count: number): string {
  return `${count} log ${count === 1 ? 'finding' : 'findings'}`
}

function chineseBeside({ metrics, instances, logs }: IncidentTitle): string[] {
  return [
    ...(metrics > 1 ? [`另有 ${metrics - 1} 项指标`] : []),
    ...(logs > 0 ? [`${logs} 条日志发现`] : []),
    ...(instances > 1 ? [`涉及 ${instances} 个实例`] : []),
  ]
}

function cut(text: string): string {
  return text.length > MAX_TEMPLATE ? `${text.slice(0, MAX_TEMPLATE - 1)}…` : text
}
