import { email, integer, notEmpty, type Rule } from '@omen/sdk/rules'
import { type AlertDraft, type FigureName, LIMIT_NAMES, type Typed } from './alert-draft.ts'

/** What the field of a figure takes; alerts are not more sensitive than a project with this pvalue. */
export const figureRules = (pvalue: number): Record<FigureName, Rule<Typed>> => ({
  'pvalue-email': {
    test: (value) => isNumber(value) && Number(value) >= pvalue && Number(value) < 1,
    prompt: {
      en: `Please enter a number from ${pvalue} to below 1`,
      'zh-CN': `请输入不小于${pvalue}且小于1的数`,
    },
  },
  'cvalue-email': integer({ min: 1, max: 1000 }),
  minAnomalyRatioFilter: {
    test: (value) => isNumber(value) && Number(value) >= 0 && Number(value) <= 100,
    prompt: { en: 'Please enter a share from 0 to 100 %', 'zh-CN': '请输入0到100之间的百分比' },
  },
  quietMinutes: integer({ min: 0, max: 1440 }),
  escalateMinutes: orEmpty(integer({ min: 1, max: 10_080 })),
  predictionHours: integer({ min: 0, max: 24 }),
})

export const durationRule = integer({ min: 1, max: 44_640 })

export const limitRule = orEmpty({
  test: isNumber,
  prompt: { en: 'Please enter a number', 'zh-CN': '请输入数字' },
})

/** Whether every field has what it takes. */
export const isValid = (draft: AlertDraft, pvalue: number): boolean =>
  Object.entries(figureRules(pvalue)).every(([name, rule]) => rule.test(draft[name as FigureName])) &&
  draft.recipients.every(email.test) &&
  draft.thresholds.every((threshold) => LIMIT_NAMES.every((name) => limitRule.test(threshold[name] ?? ''))) &&
  draft.calendars.every(({ durationMinutes, rrule }) => durationRule.test(durationMinutes) && notEmpty.test(rrule))

function isNumber(value: Typed): boolean {
  return String(value).trim() !== '' && Number.isFinite(Number(value))
}

function orEmpty(rule: Rule<Typed>): Rule<Typed> {
  return { ...rule, test: (value) => value === '' || rule.test(value) }
}
