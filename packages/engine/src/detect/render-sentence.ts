import type { AnomalySentence, PeerSentence, SentenceParts } from './sentence.ts'

/** Languages that findings are reported in. */
export type SentenceLocale = 'en' | 'zh-CN'

/** Tells a finding in one sentence, without a full stop. */
export function renderSentence(parts: SentenceParts, locale: SentenceLocale): string {
  return locale === 'en' ? english(parts) : chinese(parts)
}

function english(parts: SentenceParts): string {
  const time = `for ${durationText(parts.durationMs, 'en')}`
  switch (parts.kind) {
    case 'anomaly':
      return [
        `${subject(parts, ' on ')} ${parts.side > 0 ? 'reached' : 'fell to'} ${amount(parts)}`,
        ` ${timesText(parts.spreads)} times its usual spread${parts.forThisHour ? ' for this hour' : ''}`,
        ` ${time}`,
        ` ${englishOrder(parts)}`,
      ].join(',')
    case 'peer':
      return `${subject(parts, ' on ')} was at ${amount(parts)} while its ${parts.peers} peers were around ${figure(parts.peerMedian, parts.unit)}, ${time}`
    case 'down':
      return `${parts.instance || 'the instance'} went down: all ${parts.series} series ${parts.isSilent ? 'silent' : 'at their floor'}, ${time}`
    case 'silent': {
      const what =
        parts.metric === undefined
          ? `all ${parts.series} series of ${parts.instance || 'the instance'}`
          : subject(parts, ' on ')
      return `${what} sent nothing ${time}, while others reported`
    }
    case 'collector':
      return `the collector was silent ${time}: none of the ${parts.series} series reported`
    case 'frozen':
      return `${subject(parts, ' on ')} stood still at ${figure(parts.value, parts.unit)} ${time}`
  }
}

function englishOrder({ moved, isFirst }: AnomalySentence): string {
  if (moved === 1) return 'the only metric to move'
  return isFirst ? `first of ${moved} metrics to move` : `one of ${moved} metrics that moved`
}

function chinese(parts: SentenceParts): string {
  const time = durationText(parts.durationMs, 'zh-CN')
  switch (parts.kind) {
    case 'anomaly':
      return [
        `${chineseSubject(parts)}${parts.side > 0 ? '达到' : '降至'} ${amount(parts)}`,
        `为${parts.forThisHour ? '该时段' : ''}通常波动的 ${timesText(parts.spreads)} 倍`,
        `持续 ${time}`,
        chineseOrder(parts),
      ].join('，')
    case 'peer':
      return `${chineseSubject(parts)}为 ${amount(parts)}，而其 ${parts.peers} 个同类约为 ${figure(parts.peerMedian, parts.unit)}，持续 ${time}`
    case 'down':
      return `${parts.instance || '该实例'} 已停机：全部 ${parts.series} 个序列${parts.isSilent ? '无数据' : '降到最低值'}，持续 ${time}`
    case 'silent': {
      const what =
        parts.metric === undefined
          ? `${parts.instance || '该实例'} 的全部 ${parts.series} 个序列`
          : chineseSubject(parts)
      return `${what}没有数据，持续 ${time}，其他目标正常上报`
    }
    case 'collector':
      return `采集器无数据，持续 ${time}：${parts.series} 个序列均未上报`
    case 'frozen':
      return `${chineseSubject(parts)}停在 ${figure(parts.value, parts.unit)} 不变，持续 ${time}`
  }
}

function chineseOrder({ moved, isFirst }: AnomalySentence): string {
  if (moved === 1) return '仅此一项指标变化'
  return isFirst ? `是 ${moved} 项变化指标中最先变化的` : `是 ${moved} 项变化指标之一`
}

type Named = { metric?: string; instance: string; service?: string }

function subject({ metric = '', instance, service }: Named, link: string): string {
  const place = [instance, service].filter((part) => part !== undefined && part !== '').join('/')
  return place === '' ? metric : `${metric}${link}${place}`
}

function chineseSubject({ metric = '', instance, service }: Named): string {
  const place = [instance, service].filter((part) => part !== undefined && part !== '').join('/')
  return place === '' ? `${metric} ` : `${place} 的 ${metric} `
}

function amount({ peak, unit }: AnomalySentence | PeerSentence): string {
  return figure(peak, unit)
}

export function timesText(spreads: number): string {
  return spreads >= 1000 ? '1,000+' : spreads >= 100 ? spreads.toFixed(0) : spreads.toFixed(1)
}

/** Three digits that matter, thousands grouped, with its unit. */
export function figure(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
  const [whole = '', rest] = digits.split('.')
  const grouped = /e/.test(digits)
    ? digits
    : whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
  return unit === '' ? grouped : `${grouped} ${unit}`
}

const UNITS: readonly { ms: number; one: string; many: string; zh: string }[] = [
  { ms: 86_400_000, one: 'day', many: 'days', zh: '天' },
  { ms: 3_600_000, one: 'hour', many: 'hours', zh: '小时' },
  { ms: 60_000, one: 'minute', many: 'minutes', zh: '分钟' },
  { ms: 1000, one: 'second', many: 'seconds', zh: '秒' },
]

/** A duration in its two largest units, or milliseconds below a second. */
export function durationText(durationMs: number, locale: SentenceLocale): string {
  const first = UNITS.findIndex((unit) => durationMs >= unit.ms)
  if (first < 0) return locale === 'en' ? `${Math.round(durationMs)} ms` : `${Math.round(durationMs)} 毫秒`
  const lead = UNITS[first]!
  const next = UNITS[first + 1]
  const wholeNext = next === undefined ? 0 : Math.round((durationMs % lead.ms) / next.ms)
  const isCarried = next !== undefined && wholeNext * next.ms === lead.ms
  const whole = Math.floor(durationMs / lead.ms) + (isCarried ? 1 : 0)
  const parts = [countText(whole, lead, locale)]
  const isWorthIt = next !== undefined && !isCarried && wholeNext > 0 && (whole < 10 || lead.ms > 60_000)
  if (isWorthIt) parts.push(countText(wholeNext, next, locale))
  return parts.join(' ')
}

function countText(count: number, unit: { one: string; many: string; zh: string }, locale: SentenceLocale): string {
  if (locale === 'zh-CN') return `${count} ${unit.zh}`
  return `${count} ${count === 1 ? unit.one : unit.many}`
}
