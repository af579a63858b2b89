import { durationText, type SentenceLocale } from '../detect/render-sentence.ts'
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
}
const MAX_TEMPLATE = 80

/** Tells an incident in one line, without a full stop. */
export function renderIncidentTitle(title: IncidentTitle, locale: SentenceLocale): string {
  return locale === 'en' ? english(title) : chinese(title)
}

function english(title: IncidentTitle): string {
  const { kind, metric, instance, template, metrics, instances, logs } = title
  const time = durationText(title.durationMs, 'en')
  const lines = (count: number): string => `${count} log ${count === 1 ? 'finding' : 'findings'}`
  if (metric === undefined)
    return `${ENGLISH[kind]}: ${template === undefined ? (instance ?? 'no data') : `'${cut(template)}'`}${logs > 1 ? ` and ${lines(logs - 1)} more` : ''} for ${time}`
  if (kind === 'instanceDown') return `${ENGLISH.instanceDown}: ${instance ?? metric} for ${time}`
  const beside = [
    ...(metrics > 1 ? [`${metrics - 1} more ${metrics === 2 ? 'metric' : 'metrics'}`] : []),
    ...(logs > 0 ? [lines(logs)] : []),
  ]
  const added = beside.length > 0 ? ` with ${beside.join(' and ')}` : ''
  const on = instances > 1 ? ` on ${instances} instances` : ''
  return `${ENGLISH[kind]}: ${metric}${instance === undefined ? '' : ` on ${instance}`} ${title.side > 0 ? 'high' : 'low'}${added}${added === '' ? '' : on} for ${time}`
}

function chinese(title: IncidentTitle): string {
  const { kind, metric, instance, template, metrics, instances, logs } = title
  const time = durationText(title.durationMs, 'zh-CN')
  if (metric === undefined)
    return `${CHINESE[kind]}：${template === undefined ? (instance ?? '无数据') : `“${cut(template)}”`}${logs > 1 ? `等 ${logs} 条日志发现` : ''}，持续 ${time}`
  if (kind === 'instanceDown') return `${CHINESE.instanceDown}：${instance ?? metric}，持续 ${time}`
  const beside = [
    ...(metrics > 1 ? [`另有 ${metrics - 1} 项指标`] : []),
    ...(logs > 0 ? [`${logs} 条日志发现`] : []),
    ...(instances > 1 && metrics > 1 ? [`涉及 ${instances} 个实例`] : []),
  ]
  const lead = `${instance === undefined ? '' : `${instance} 的 `}${metric} ${title.side > 0 ? '偏高' : '偏低'}`
  return [`${CHINESE[kind]}：${lead}`, ...beside, `持续 ${time}`].join('，')
}

function cut(text: string): string {
  return text.length > MAX_TEMPLATE ? `${text.slice(0, MAX_TEMPLATE - 1)}…` : text
}
