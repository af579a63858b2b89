import { email } from '@omen/sdk/rules'
import type { AlertIncident, AlertPreview, AlertSetting, Calendar, Threshold } from '../../schema/wire-types.ts'
import { requireTimeZone } from '../accounts/index.ts'
import { readUnsubscribed } from '../alert-links/unsubscribe.ts'
import { faultOfRule } from '../calendars/index.ts'
import type { Caller, Context } from '../context.ts'
import { isDomainError, type Locale, type Sentence } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { readPosition } from '../live/index.ts'
import { findOwnProject, getMembers, type ProjectRow, setMembers, updateProject } from '../projects/index.ts'
import { composeMessage } from './message.ts'
import { planAlerts } from './plan.ts'
import { readPlanning } from './planning.ts'
import { type AlertRules, planRulesOf, readRules, saveRules } from './settings.ts'

/** What is left out stays as it is. */
export interface AlertChanges extends Partial<AlertSetting> {
  readonly projectName: string
  /** Change nothing. */
  readonly dryRun?: boolean
  readonly withPreview?: boolean
}

export interface AlertQuery {
  readonly projectName: string
  readonly withPreview?: boolean | undefined
  readonly locale: Locale
}

export interface AlertAnswer {
  readonly setting: AlertSetting
  /** Of the recipients. */
  readonly unsubscribed: string[]
  /** Undefined where it was not asked for. */
  readonly preview?: AlertPreview
}

/** The alert settings of a project, with what the last 30 days would have sent; only its owner may see them. */
export async function getAlertSetting(
  ctx: Context,
  caller: Caller,
  { projectName, withPreview = true, locale }: AlertQuery,
): Promise<AlertAnswer> {
  const project = await findOwnProject(ctx, caller, projectName)
  const rules = await readRules(ctx, project)
  const setting = toSetting(project, rules, await getMembers(ctx, caller, projectName))
  const unsubscribed = await readUnsubscribed(ctx, project.source.id, rules.recipients)
  return {
    setting,
    unsubscribed,
    ...(withPreview && { preview: await previewAlerts(ctx, project, rules, locale) }),
  }
}

/** Changes the alert settings of a project, and its own that are among them; only its owner may. */
export async function setAlertSetting(
  ctx: Context,
  caller: Caller,
  { projectName, dryRun = false, withPreview = true, ...changes }: AlertChanges,
  locale: Locale,
): Promise<AlertAnswer> {
  const row = await findOwnProject(ctx, caller, projectName)
  const { pvalue = row.project.pvalue, cvalue = row.project.cvalue, sharedUserNames } = changes
  const rules = requireValidRules({ ...(await readRules(ctx, row)), ...toRules(changes) }, { pvalue })
  if (dryRun) {
    const userNames = sharedUserNames ?? (await getMembers(ctx, caller, projectName))
    const changed = { ...row, project: { ...row.project, cvalue } }
    const setting = toSetting({ ...row, project: { ...row.project, pvalue, cvalue } }, rules, userNames)
    const unsubscribed = await readUnsubscribed(ctx, row.source.id, rules.recipients)
    return {
      setting,
      unsubscribed,
      ...(withPreview && { preview: await previewAlerts(ctx, changed, rules, locale) }),
    }
  }
  if (pvalue !== row.project.pvalue || cvalue !== row.project.cvalue)
    await updateProject(ctx, caller, projectName, { pvalue, cvalue }, locale)
  if (sharedUserNames !== undefined) await setMembers(ctx, caller, projectName, sharedUserNames)
  await saveRules(ctx, row.source.id, rules)
  return getAlertSetting(ctx, caller, { projectName, withPreview, locale })
}

function toSetting({ source, project }: ProjectRow, rules: AlertRules, sharedUserNames: string[]): AlertSetting {
  const { pvalueEmail, cvalueEmail, minAnomalyRatio, ...same } = rules
  return {
    projectName: source.name,
    pvalue: project.pvalue,
    cvalue: project.cvalue,
    'pvalue-email': pvalueEmail,
    'cvalue-email': cvalueEmail,
    minAnomalyRatioFilter: minAnomalyRatio,
    ...same,
    sharedUserNames,
  }
}

function toRules(changes: Partial<AlertSetting>): Partial<AlertRules> {
  const { recipients, quietMinutes, onlyWithCause, sendsRecovery, escalateMinutes } = changes
  const { thresholds, calendars, predictionHours } = changes
  const given = {
    pvalueEmail: changes['pvalue-email'],
    cvalueEmail: changes['cvalue-email'],
    minAnomalyRatio: changes.minAnomalyRatioFilter,
    recipients,
    quietMinutes,
    onlyWithCause,
    sendsRecovery,
    escalateMinutes,
    thresholds,
    calendars,
    predictionHours,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const DAY_MS = 86_400_000
const DAYS = 30
const MAX_LISTED = 100

/** What the last 30 days would have sent. */
async function previewAlerts(
  ctx: Context,
  project: ProjectRow,
  rules: AlertRules,
  locale: Locale,
): Promise<AlertPreview> {
  const sourceId = project.source.id
  const to = (await readPosition(ctx, sourceId)) ?? ctx.clock.now()
  const from = to - DAYS * DAY_MS
  const anew = { limitsFrom: from, sentCrossings: new Map(), isAnew: true }
  const planning = await readPlanning(ctx, { project, rules, from, to, ...anew })
  const alerts = planAlerts(planning.plannable, planRulesOf(rules), { until: to }).filter(({ at }) => at >= from)
  const listed = alerts.slice(-MAX_LISTED).reverse()
  const described = await planning.describe([...new Set(listed.flatMap(({ incidentIds }) => incidentIds))])
  return {
    from,
    to,
    total: alerts.length,
    alerts: listed.map(({ kind, at, incidentIds }) => {
      const incidents = incidentIds.map((id) => described.get(id)!)
      const message = composeMessage(project, { kind, at, incidents })
      const shown = message.incidents.map((one) => toPreviewed(one, locale))
      return { kind, at, incidents: shown, incidentsTotal: message.incidentsTotal }
    }),
    byDay: countByDay(alerts, project.project.timeZone),
  }
}

type Previewed = AlertPreview['alerts'][number]['incidents'][number]

function toPreviewed({ incidentId, sentence, start, end, severity }: AlertIncident, locale: Locale): Previewed {
  return { incidentId, sentence: sentence[locale], start, end, severity }
}

function countByDay(alerts: readonly { readonly at: number }[], timeZone: string): AlertPreview['byDay'] {
  // The Swedish form of a date is that of ISO 8601
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const counts = new Map<string, number>()
  for (const { at } of alerts) {
    const day = format.format(at)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return [...counts].map(([day, count]) => ({ day, count }))
}

/** Refuses what no schema can tell, naming the field and its place in the list; recipients become lower case, each once. */
function requireValidRules(rules: AlertRules, project: { readonly pvalue: number }): AlertRules {
  if (rules.pvalueEmail < project.pvalue)
    throw invalidField('pvalue-email', `must be at least the pvalue of the project, ${project.pvalue}`, {
      rule: 'atLeast',
      sentence: tooSensitive(project.pvalue),
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
    throw invalidField(field, 'must have a limit, a direction or kpi', { rule: 'required', sentence: NO_RULE })
}

const NO_RULE = {
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
      rule: 'wrong',
      ...(error.sentence !== undefined && { sentence: error.sentence }),
    })
  }
  const fault = faultOfRule(calendar)
  if (fault !== undefined)
    throw invalidField(`${field}/rrule`, FAULTS[fault].en, { rule: 'format', sentence: FAULTS[fault] })
}

const FAULTS = {
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
