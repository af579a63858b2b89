import {
  chineseCollector,
  chineseDown,
  chineseLog,
  chineseLogTitle,
  chineseNames,
  chineseOrder,
  chinesePlace,
  chineseWhat,
  englishCollector,
  englishDown,
  englishLog,
  englishLogTitle,
  englishNames,
  englishOrder,
  englishPeers,
  englishWhat,
  expectedFigure,
  figure,
  type SentenceLocale,
  subject,
} from './render-sentence.ts'
import type { SentenceParts } from './sentence.ts'

/** What a finding is about, for a heading: "disk_write on node5", "node4 down". */
export function renderTitle(parts: SentenceParts, locale: SentenceLocale): string {
  return locale === 'en' ? englishTitle(parts) : chineseTitle(parts)
}

/** What happened, to be read after the title: "reached 84.3 MB, usually 6.3; first of 2 metrics to move". */
export function renderBrief(parts: SentenceParts, locale: SentenceLocale): string {
  return locale === 'en' ? englishBrief(parts) : chineseBrief(parts)
}

function englishTitle(parts: SentenceParts): string {
  switch (parts.kind) {
    case 'anomaly':
    case 'peer':
    case 'frozen':
      return subject(parts, ' on ')
    case 'down':
      return `${englishOutages(parts)} down`
    case 'silent':
      return parts.metric === undefined ? `${englishOutages(parts)} silent` : subject(parts, ' on ')
    case 'collector':
      return parts.isUnreadable ? 'No readable samples' : 'Collector silent'
    case 'log':
      return englishLogTitle(parts)
  }
}

function chineseTitle(parts: SentenceParts): string {
  switch (parts.kind) {
    case 'anomaly':
    case 'peer':
    case 'frozen':
      return chinesePlace(parts).trim()
    case 'down':
      return `${chineseOutages(parts)} 停机`
    case 'silent':
      return parts.metric === undefined ? `${chineseOutages(parts)} 无数据` : chinesePlace(parts).trim()
    case 'collector':
      return parts.isUnreadable ? '没有可读的样本' : '采集器无数据'
    case 'log':
      return chineseLogTitle(parts)
  }
}

type Outage = { instance: string; others?: string[] }

function englishOutages({ instance, others = [] }: Outage): string {
  return englishNames([instance || 'The instance', ...others])
}

function chineseOutages({ instance, others = [] }: Outage): string {
  return chineseNames([instance || '该实例', ...others])
}

function englishBrief(parts: SentenceParts): string {
  switch (parts.kind) {
    case 'anomaly': {
      const usual = parts.usual === undefined ? '' : `, usually ${expectedFigure(parts)}`
      const order = englishOrder(parts)[0]
      return `${englishWhat(parts)}${usual}${order === undefined ? '' : `;${order}`}`
    }
    case 'peer':
      return `was at ${figure(parts.peak, parts.unit)} while its ${englishPeers(parts.peers)} around ${figure(parts.peerMedian, parts.unit)}`
    case 'down':
      return englishDown(parts)
    case 'silent':
      return 'sent nothing, while others reported'
    case 'collector':
      return englishCollector(parts)
    case 'frozen':
      return `stood still at ${figure(parts.value, parts.unit)}`
    case 'log':
      return englishLog(parts)
  }
}

function chineseBrief(parts: SentenceParts): string {
  switch (parts.kind) {
    case 'anomaly': {
      const usual = parts.usual === undefined ? '' : `，通常为 ${expectedFigure(parts)}`
      const order = chineseOrder(parts)[0]
      return `${chineseWhat(parts)}${usual}${order === undefined ? '' : `；${order}`}`
    }
    case 'peer':
      return `为 ${figure(parts.peak, parts.unit)}，而其 ${parts.peers} 个同类约为 ${figure(parts.peerMedian, parts.unit)}`
    case 'down':
      return chineseDown(parts)
    case 'silent':
      return '没有数据，其他目标正常上报'
    case 'collector':
      return chineseCollector(parts)
    case 'frozen':
      return `停在 ${figure(parts.value, parts.unit)} 不变`
    case 'log':
      return chineseLog(parts)
  }
}
