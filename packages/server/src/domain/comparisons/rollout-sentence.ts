import type { RolloutCheck } from '../../schema/wire-types.ts'
import type { Locale } from '../errors.ts'

type Checked = Pick<RolloutCheck, 'verdict' | 'findings'>
type Finding = RolloutCheck['findings'][number]

const MAX_NAMED = 3

/** The verdict in one line, with up to three of the metrics behind it. */
export function rolloutSentence({ verdict, findings }: Checked, locale: Locale): string {
  const words = locale === 'zh-CN' ? chinese : english
  if (findings.length === 0) return words.nothing
  const same = findings.filter((finding) => finding.verdict === verdict)
  if (verdict === 'no-change') return words.noChange(same.length, findings.length)
  if (verdict === 'insufficient')
    return words.insufficient(findings.filter(({ isTrending }) => isTrending).length, findings.length)
  const named = same.slice(0, MAX_NAMED).map((finding) => words.moved(finding, words))
  return words.verdict(verdict, same.length, findings.length, named, same.length - named.length)
}

/** A sentence for each of up to three metrics that the verdict rests on: what moved, how surely, against what. */
export function rolloutReasons({ verdict, findings }: Checked, locale: Locale): string[] {
  const words = locale === 'zh-CN' ? chinese : english
  return findings
    .filter((finding) => finding.verdict === verdict)
    .slice(0, MAX_NAMED)
    .map((finding) => words.reason(finding, words))
}

type Change = Exclude<RolloutCheck['verdict'], 'no-change' | 'insufficient'>

interface Words {
  readonly nothing: string
  noChange(same: number, all: number): string
  insufficient(trending: number, all: number): string
  verdict(verdict: Change, same: number, all: number, named: readonly string[], more: number): string
  name(finding: Finding): string
  moved(finding: Finding, words: Words): string
  reason(finding: Finding, words: Words): string
}

const metrics = (count: number): string => (count === 1 ? '1 metric' : `${count} metrics`)
const CHANGES = { worse: 'Worse', better: 'Better', changed: 'Changed' } as const
const AGAINST = {
  instances: 'against control instances',
  weeks: 'against earlier weeks',
  days: 'against earlier days',
  none: 'without a control',
} as const

const english: Words = {
  nothing: 'Not enough data: the rollout reached no series.',
  noChange: (same, all) =>
    same === all ? `No change in any of ${metrics(all)}.` : `No change in ${same} of ${metrics(all)}.`,
  insufficient: (trending, all) =>
    trending > 0
      ? `Not enough data: ${trending} of ${metrics(all)} moved that way before, too, and there is nothing to compare with.`
      : `Not enough data: the windows are too short to show a shift of one deviation in any of ${metrics(all)}.`,
  verdict: (verdict, same, all, named, more) =>
    `${CHANGES[verdict]} in ${same} of ${metrics(all)}: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  name: ({ metric, service }) => (service === undefined ? metric : `${metric} of ${service}`),
  moved(finding, words) {
    const { shift } = finding.shift
    if (shift === null) return words.name(finding)
    const part = finding.relative === undefined ? '' : ` (${percent(finding.relative)})`
    return `${words.name(finding)} ${shift < 0 ? 'fell' : 'rose'} by ${amount(Math.abs(shift), finding)}${part}`
  },
  reason(finding, words) {
    const { shift, delta, distance, adjusted, control } = finding
    const range = `95 % between ${signed(shift.low)} and ${signed(shift.high)}`
    const pairs = `${whole((1 + delta) / 2)} of pairs are higher after`
    return `${words.moved(finding, words)}; ${range}; ${pairs}; distributions ${distance.toFixed(2)} apart; p ${chance(adjusted)}, ${AGAINST[control]}.`
  },
}

const CHANGES_IN_CHINESE = { worse: '变差', better: '变好', changed: '有变化' } as const
const AGAINST_IN_CHINESE = {
  instances: '已扣除对照实例的变化',
  weeks: '已与之前几周对比',
  days: '已与之前几天对比',
  none: '没有对照',
} as const

const chinese: Words = {
  nothing: '数据不足：此次发布没有涉及任何序列。',
  noChange: (same, all) => (same === all ? `全部 ${all} 个指标均无变化。` : `${all} 个指标中有 ${same} 个无变化。`),
  insufficient: (trending, all) =>
    trending > 0
      ? `数据不足：${all} 个指标中有 ${trending} 个在发布前已有同样的趋势，且没有可比较的对照。`
      : `数据不足：时间窗口太短，${all} 个指标都无法显示一个标准差的变化。`,
  verdict: (verdict, same, all, named, more) =>
    `${all} 个指标中有 ${same} 个${CHANGES_IN_CHINESE[verdict]}：${named.join('，')}${more > 0 ? `，另有 ${more} 个` : ''}。`,
  name: ({ metric, service }) => (service === undefined ? metric : `${service} 的 ${metric}`),
  moved(finding, words) {
    const { shift } = finding.shift
    if (shift === null) return words.name(finding)
    const part = finding.relative === undefined ? '' : `（${percent(finding.relative)}）`
    return `${words.name(finding)} ${shift < 0 ? '下降' : '上升'} ${amount(Math.abs(shift), finding)}${part}`
  },
  reason(finding, words) {
    const { shift, delta, distance, adjusted, control } = finding
    const range = `95 % 区间为 ${signed(shift.low)} 至 ${signed(shift.high)}`
    const pairs = `${whole((1 + delta) / 2)} 的前后取值对在之后更高`
    return `${words.moved(finding, words)}；${range}；${pairs}；两个分布相距 ${distance.toFixed(2)}；p ${chance(adjusted)}，${AGAINST_IN_CHINESE[control]}。`
  },
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)))
}

function amount(value: number, { unit }: Finding): string {
  return unit === undefined ? figure(value) : `${figure(value)} ${unit}`
}

function signed(value: number | null): string {
  if (value === null) return '–'
  return value < 0 ? `-${figure(-value)}` : `+${figure(value)}`
}

function percent(part: number): string {
  return `${signed(100 * part)} %`
}

function whole(part: number): string {
  return `${Math.round(100 * part)} %`
}

function chance(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}
