import { email } from '@omen/sdk/rules'
import type { Calendar, Threshold } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import { faultOfRule } from '../calendars/index.ts'
import { isDomainError, type Sentence } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { AlertRules } from './settings.ts'

/** Refuses what no schema can tell, naming the field and its place in the list; recipients become lower case, each once. */
export function requireValidRules(rules: AlertRules, project: { readonly pvalue: number }): AlertRules {
  if (rules.pvalueEmail < project.pvalue)
    throw invalidField('pvalue-email', `must be at least the pvalue of the project, ${project.pvalue}`, {
      ...{ rule: 'atLeast', sentence: tooSensitive(project.pvalue) },
    })
  for (const [index, recipient] of rules.recipients.entries())
    if (!email.test(recipient))
      throw invalidField(`recipients/${index}`, email.prompt.en, { rule: 'format', sentence: email.prompt })
  for (const [index, threshold] of rules.thresholds.entries()) requireThreshold(threshold, `thresholds/${index}`)
  for (const [index, calendar] of rules.calendars.entries()) requireCalendar(calendar, `calendars/${index}`)
  return { ...rules, recipients: [...new Set(rules.recipients.map((one) => one.toLowerCase()))] }
}

function tooSensitive(pvalue: number): Sentence {
  return {
    en: `Alerts cannot be more sensitive than the page: choose a p-value of ${pvalue} or more for them, or lower that of the project.`,
    'zh-CN': `告警不能比页面更灵敏：请将告警的 p 值设为不小于 ${pvalue}，或降低项目的 p 值。`,
  }
}

function requireThreshold(threshold: Threshold, field: string): void {
  const { metric, alertAbove, alertBelow, ignoreAbove, ignoreBelow, direction, kpi } = threshold
  if (metric.trim() !== metric)
    throw invalidField(`${field}/metric`, 'must not begin or end with a space', { rule: 'format' })
  requireOrder(alertBelow, alertAbove, `${field}/alertAbove`, 'alertBelow')
  requireOrder(ignoreBelow, ignoreAbove, `${field}/ignoreAbove`, 'ignoreBelow')
  const limits = [alertAbove, alertBelow, ignoreAbove, ignoreBelow]
  const isEmpty = limits.every((limit) => limit === undefined) && !kpi && (direction ?? 'both') === 'both'
  if (isEmpty)
    throw invalidField(field, 'must have a limit, a direction or kpi', { rule: 'required', sentence: noRule })
}

const noRule = {
  en: 'A threshold needs a limit, a direction, or to be of a KPI.',
  'zh-CN': '阈值需要设置界限、方向，或标记为 KPI。',
}

function requireOrder(low: number | undefined, high: number | undefined, field: string, lower: string): void {
  if (low === undefined || high === undefined || low < high) return
  throw invalidField(field, `must be above ${lower}`, {
    rule: 'order',
    sentence: { en: 'The upper limit must be above the lower one.', 'zh-CN': '上限必须大于下限。' },
  })
}

function requireCalendar(calendar: Calendar, field: string): void {
  try {
    requireTimeZone(calendar.timeZone)
  } catch (error) {
    if (!isDomainError(error)) throw error
    throw invalidField(`${field}/timeZone`, 'must be an IANA name like Europe/Berlin', {
      ...{ rule: 'wrong', ...(error.sentence !== undefined && { sentence: error.sentence }) },
    })
  }
  const fault = faultOfRule(calendar)
  if (fault !== undefined)
    throw invalidField(`${field}/rrule`, faults[fault].en, { rule: 'format', sentence: faults[fault] })
}

const faults = {
  unreadable: {
    en: 'This is no recurrence rule of RFC 5545, such as FREQ=WEEKLY;BYDAY=SU;BYHOUR=2.',
    'zh-CN': '这不是有效的 RFC 5545 重复规则，例如 FREQ=WEEKLY;BYDAY=SU;BYHOUR=2。',
  },
  never: { en: 'By this rule there is no such time.', 'zh-CN': '按照此规则，不存在任何时间。' },
  tooLong: {
    en: 'This rule comes too many times to be counted. End it with UNTIL instead of COUNT.',
    'zh-CN': '此规则的次数过多，无法计数。请使用 UNTIL 代替 COUNT 来结束规则。',
  },
  tooMany: {
    en: 'This rule lists more than 1,500 times within one period of FREQ. List fewer, or choose a shorter FREQ.',
    'zh-CN': '此规则在 FREQ 的一个周期内列出的时间超过 1,500 个。请减少列出的时间，或选择更短的 FREQ。',
  },
  tooOften: { en: 'A rule may come once a minute at most.', 'zh-CN': '规则最多每分钟重复一次。' },
} as const
