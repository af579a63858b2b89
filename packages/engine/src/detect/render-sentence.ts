import type {
  AnomalySentence,
  CollectorSentence,
  DownSentence,
  LogSentence,
  SentenceParts,
  SilentSentence,
} from './sentence.ts'

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
        `${subject(parts, ' on ')} ${englishWhat(parts)}`,
        ...(parts.usual === undefined ? [] : [` usually ${expectedFigure(parts)}`]),
        ` ${time}`,
        ...englishState(parts),
        ...englishOrder(parts),
      ].join(',')
    case 'peer':
      return `${subject(parts, ' on ')} was at ${figure(parts.peak, parts.unit)} while its ${englishPeers(parts.peers)} around ${figure(parts.peerMedian, parts.unit)}, ${time}`
    case 'down':
      return `${parts.instance || 'the instance'} went down: ${englishDown(parts)}, ${time}${englishOthers(parts)}`
    case 'silent': {
      const what =
        parts.metric === undefined
          ? `${parts.series === 1 ? 'the only series' : `all ${parts.series} series`} of ${parts.instance || 'the instance'}`
          : subject(parts, ' on ')
      return `${what} sent nothing ${time}, while others reported${englishOthers(parts)}`
    }
    case 'collector':
      return parts.isUnreadable
        ? `no readable samples ${time}: ${englishCollector(parts)}`
        : `the collector was silent ${time}: ${englishCollector(parts)}`
    case 'frozen':
      return `${subject(parts, ' on ')} stood still at ${figure(parts.value, parts.unit)} ${time}`
    case 'log':
      return `${englishLogTitle(parts)}: ${englishLog(parts)}`
  }
}

/** Characters of a template in a sentence. */
const MAX_TEMPLATE = 120

/** "'payment failed for <*>' on web1" */
export function englishLogTitle({ template, instance }: LogSentence): string {
  return `'${cut(template)}'${instance === '' ? '' : ` on ${isolate(instance)}`}`
}

/** "new error, 3 lines" */
export function englishLog(parts: LogSentence): string {
  const { finding, isError, lines, observed = lines, usual = 0, bucketMs, durationMs } = parts
  const what = isError ? 'error' : 'log line'
  if (finding === 'hot')
    return `${figure(observed, '')} ${isError ? 'errors' : 'lines'} in ${durationText(bucketMs, 'en')}, usually ${figure(usual, '', 2)}`
  if (finding === 'cold')
    return `missing for ${durationText(durationMs, 'en')}, usually every ${durationText(usual, 'en')}`
  if (finding === 'value') return `held ${figure(observed, '')}, usually ${figure(usual, '')}`
  const times = lines > 1 ? `, ${figure(lines, '')} lines` : ''
  return `${{ new: `${what} never seen before`, rare: `rare ${what}`, sequence: `${what} out of order`, critical: `critical ${what}` }[finding]}${times}`
}

/** Renders it in Chinese. */
export function chineseLogTitle({ template, instance }: LogSentence): string {
  return `${instance === '' ? '' : `${isolate(instance)} 的`}“${cut(template)}”`
}

/** Renders it in Chinese. */
export function chineseLog(parts: LogSentence): string {
  const { finding, isError, lines, observed = lines, usual = 0, bucketMs, durationMs } = parts
  const what = isError ? '错误日志' : '日志'
  if (finding === 'hot')
    return `${durationText(bucketMs, 'zh-CN')}内 ${figure(observed, '')} 条${what}，通常为 ${figure(usual, '', 2)} 条`
  if (finding === 'cold')
    return `已 ${durationText(durationMs, 'zh-CN')}未出现，通常每 ${durationText(usual, 'zh-CN')}出现一次`
  if (finding === 'value') return `数值为 ${figure(observed, '')}，通常为 ${figure(usual, '')}`
  const times = lines > 1 ? `，共 ${figure(lines, '')} 条` : ''
  return `${{ new: `从未出现过的${what}`, rare: `罕见的${what}`, sequence: `顺序异常的${what}`, critical: `标为严重的${what}` }[finding]}${times}`
}

function cut(template: string): string {
  return isolate(template.length > MAX_TEMPLATE ? `${template.slice(0, MAX_TEMPLATE - 1)}…` : template)
}

/** "reached 98 %"; without a number where no value was measured. */
export function englishWhat(parts: AnomalySentence): string {
  const { peak, unit } = parts
  return Number.isFinite(peak) ? `${englishVerb(parts)} ${figure(peak, unit)}` : 'was abnormal'
}

function englishVerb({ isExtreme = false, side }: AnomalySentence): string {
  return isExtreme ? (side > 0 ? 'reached' : 'fell to') : 'was at'
}

function englishState({ floorMs = 0, recoveryMs = 0, isNewNormal = false }: AnomalySentence): string[] {
  return [
    ...(floorMs > 0 ? [` near zero for ${durationText(floorMs, 'en')}`] : []),
    ...(isNewNormal ? [' and stayed there as the new normal'] : []),
    ...(recoveryMs > 0 ? [` recovering for ${durationText(recoveryMs, 'en')}`] : []),
  ]
}

/** "The only metric" is so on its instance: a live period covers one, and others may move elsewhere. */
export function englishOrder({ metrics, instance, instances = 1, isFirst }: AnomalySentence): string[] {
  if (metrics === undefined) return []
  if (metrics === 1 && instances === 1) return [` the only metric that moved${instance === '' ? '' : ' there'}`]
  const what =
    metrics === 1
      ? `${instances} instances`
      : instances === 1
        ? `${metrics} metrics`
        : `${metrics} metrics on ${instances} instances`
  return [isFirst ? ` first of ${what} to move` : ` one of ${what} that moved`]
}

export function englishPeers(peers: number): string {
  return peers === 1 ? 'peer was' : `${peers} peers were`
}

/** "all 6 series silent" */
export function englishDown({ series, isSilent, isPartlySilent }: DownSentence): string {
  const how = isSilent ? 'silent' : isPartlySilent ? 'silent or near zero' : 'near zero'
  return `${series === 1 ? 'its only series' : `all ${series} series`} ${how}`
}

/** Renders it in Chinese. */
export function chineseDown({ series, isSilent, isPartlySilent }: DownSentence): string {
  const how = isSilent ? '无数据' : isPartlySilent ? '无数据或接近于零' : '接近于零'
  return `${series === 1 ? '唯一的序列' : `全部 ${series} 个序列`}${how}`
}

/** Names in a row that are written out; of more the others are counted. */
const MAX_NAMES = 3

/** "node1, node2 and node3", "node1, node2, node3 and 2 more" */
export function englishNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES)
  const more = names.length - shown.length
  const listed = more > 0 ? [...shown, `${more} more`] : shown
  return listed.length < 2 ? listed.join('') : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`
}

/** Renders it in Chinese. */
export function chineseNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join('、')
  return names.length > MAX_NAMES ? `${shown} 等 ${names.length} 个实例` : shown
}

function englishOthers({ others = [] }: DownSentence | SilentSentence): string {
  return others.length === 0 ? '' : `; ${englishNames(others)} as well`
}

function chineseOthers({ others = [] }: DownSentence | SilentSentence): string {
  return others.length === 0 ? '' : `；${chineseNames(others)} 同样`
}

/** "none of the 6 series reported" */
export function englishCollector({ series, rejectedLines = 0, isUnreadable }: CollectorSentence): string {
  const lines = `${figure(rejectedLines, '', 15)} ${rejectedLines === 1 ? 'line' : 'lines'} of the file could not be read`
  if (isUnreadable) return lines
  const silent = series === 1 ? 'its only series did not report' : `none of the ${series} series reported`
  return rejectedLines > 0 ? `${silent}, and ${lines}` : silent
}

/** Renders it in Chinese. */
export function chineseCollector({ series, rejectedLines = 0, isUnreadable }: CollectorSentence): string {
  const lines = `文件中有 ${figure(rejectedLines, '', 15)} 行无法读取`
  if (isUnreadable) return lines
  const silent = series === 1 ? '唯一的序列未上报' : `${series} 个序列均未上报`
  return rejectedLines > 0 ? `${silent}，且${lines}` : silent
}

function chinese(parts: SentenceParts): string {
  const time = durationText(parts.durationMs, 'zh-CN')
  switch (parts.kind) {
    case 'anomaly':
      return [
        `${chinesePlace(parts)}${chineseWhat(parts)}`,
        ...(parts.usual === undefined ? [] : [`通常为 ${expectedFigure(parts)}`]),
        `持续 ${time}`,
        ...chineseState(parts),
        ...chineseOrder(parts),
      ].join('，')
    case 'peer':
      return `${chinesePlace(parts)}为 ${figure(parts.peak, parts.unit)}，而其 ${parts.peers} 个同类约为 ${figure(parts.peerMedian, parts.unit)}，持续 ${time}`
    case 'down':
      return `${parts.instance || '该实例'} 已停机：${chineseDown(parts)}，持续 ${time}${chineseOthers(parts)}`
    case 'silent': {
      const what =
        parts.metric === undefined
          ? `${parts.instance || '该实例'} 的${parts.series === 1 ? '唯一序列' : `全部 ${parts.series} 个序列`}`
          : chinesePlace(parts)
      return `${what}没有数据，持续 ${time}，其他目标正常上报${chineseOthers(parts)}`
    }
    case 'collector':
      return `${parts.isUnreadable ? '没有可读的样本' : '采集器无数据'}，持续 ${time}：${chineseCollector(parts)}`
    case 'frozen':
      return `${chinesePlace(parts)}停在 ${figure(parts.value, parts.unit)} 不变，持续 ${time}`
    case 'log':
      return `${chineseLogTitle(parts)}：${chineseLog(parts)}`
  }
}

/** Renders it in Chinese. */
export function chineseWhat(parts: AnomalySentence): string {
  const { peak, unit } = parts
  return Number.isFinite(peak) ? `${chineseVerb(parts)} ${figure(peak, unit)}` : '异常'
}

function chineseVerb({ isExtreme = false, side }: AnomalySentence): string {
  return isExtreme ? (side > 0 ? '达到' : '降至') : '为'
}

function chineseState({ floorMs = 0, recoveryMs = 0, isNewNormal = false }: AnomalySentence): string[] {
  return [
    ...(floorMs > 0 ? [`其中 ${durationText(floorMs, 'zh-CN')}接近于零`] : []),
    ...(isNewNormal ? ['此后保持在该水平，成为新的常态'] : []),
    ...(recoveryMs > 0 ? [`随后恢复用时 ${durationText(recoveryMs, 'zh-CN')}`] : []),
  ]
}

export function chineseOrder({ metrics, instance, instances = 1, isFirst }: AnomalySentence): string[] {
  if (metrics === undefined) return []
  if (metrics === 1 && instances === 1) return [`${instance === '' ? '' : '该处'}仅此一项指标变化`]
  const what =
    metrics === 1
      ? `${instances} 个实例`
      : instances === 1
        ? `${metrics} 项指标`
        : `${instances} 个实例上的 ${metrics} 项指标`
  return [isFirst ? `是发生变化的 ${what}中最先变化的` : `是发生变化的 ${what}之一`]
}

type Named = { metric?: string; instance: string; service?: string }

export function subject({ metric, instance, service }: Named, link: string): string {
  const place = placeOf(instance, service)
  const name = isolate(metric ?? '') || 'the series'
  return place === '' ? name : `${name}${link}${place}`
}

export function chinesePlace({ metric, instance, service }: Named): string {
  const place = placeOf(instance, service)
  const name = isolate(metric ?? '') || '该序列'
  return place === '' ? `${name} ` : `${place} 的 ${name} `
}

function placeOf(instance: string, service = ''): string {
  return [instance, service]
    .filter((part) => part !== '')
    .map(isolate)
    .join('/')
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name that is written from right to left between isolates (Unicode UAX 9), so that the words after it keep their places. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
}

/** The expected value without its unit, with as many digits as show that it is another than the peak. */
export function expectedFigure({ peak, usual = 0 }: AnomalySentence): string {
  if (!Number.isFinite(peak)) return figure(usual, '')
  const isSame = (digits: number): boolean => figure(usual, '', digits) === figure(peak, '', digits)
  let digits = 3
  while (digits < 7 && isSame(digits)) digits++
  return figure(usual, '', isSame(digits) ? 3 : digits)
}

/** Three digits that matter, or more of a large number; thousands grouped, with its unit. */
export function figure(value: number, unit: string, digits = 3): string {
  const isLarge = Math.abs(value) >= 10 ** (digits - 1)
  const text = isLarge && Math.abs(value) < 1e15 ? value.toFixed(0) : String(Number(value.toPrecision(digits)))
  const grouped = text.includes('e') ? text : groupThousands(text)
  return unit === '' || unit === '/s' ? grouped + unit : `${grouped} ${unit}`
}

function groupThousands(text: string): string {
  const [whole = '', rest] = text.split('.')
  // Most have nothing to group, and this is asked of each number of thousands of sentences
  const grouped = whole.length < 4 ? whole : whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return rest === undefined ? grouped : `${grouped}.${rest}`
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = { ms: number; en: (count: number) => string; zh: string }
const UNITS: readonly Unit[] = [
  { ms: DAY, en: (count) => `${count} ${count === 1 ? 'day' : 'days'}`, zh: '天' },
  { ms: HOUR, en: (count) => `${count} h`, zh: '小时' },
  { ms: MINUTE, en: (count) => `${count} min`, zh: '分钟' },
  { ms: SECOND, en: (count) => `${count} s`, zh: '秒' },
]
/** What a duration is rounded to, by how long it is: "10 min", not "10 min 2 s". */
const ROUNDED: readonly [below: number, toMs: number][] = [
  [5 * MINUTE, SECOND],
  [10 * HOUR, MINUTE],
  [DAY, 10 * MINUTE],
  [14 * DAY, HOUR],
  [Number.POSITIVE_INFINITY, DAY],
]

/** A duration in at most two units, rounded to what matters; milliseconds below a second. */
export function durationText(durationMs: number, locale: SentenceLocale): string {
  if (durationMs < SECOND) return `${Math.round(durationMs)} ${locale === 'en' ? 'ms' : '毫秒'}`
  const step = ROUNDED.find(([below]) => durationMs < below)![1]
  let left = Math.round(durationMs / step) * step
  const parts: string[] = []
  for (const { ms, en, zh } of UNITS) {
    const count = Math.floor(left / ms)
    left -= count * ms
    if (count > 0 && parts.length < 2) parts.push(locale === 'en' ? en(count) : `${count} ${zh}`)
    else if (parts.length > 0) break
  }
  return parts.join(' ')
}
