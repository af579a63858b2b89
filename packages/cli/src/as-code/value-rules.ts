/** What a number in a file may be: the limits of the API, so that a plan is not stopped halfway by a wrong one. */
export interface NumberRule {
  readonly min: number
  readonly max: number
  readonly isWhole?: boolean
  /** Just above the least, or just below the most. */
  readonly excludes?: 'min' | 'max'
  /** `null` means never. */
  readonly orNull?: boolean
}

export const SETTING_RULES: Readonly<Record<string, NumberRule>> = {
  samplingInterval: { min: 0.016666, max: 1440 },
  retentionDays: { min: 1, max: 3650, isWhole: true },
  pvalue: { min: 0, max: 1, excludes: 'max' },
  cvalue: { min: 1, max: 1000, isWhole: true },
  retrainDays: { min: 0, max: 365, isWhole: true },
}

export const BACKFILL_RULE: NumberRule = { min: 0, max: 3650, excludes: 'min' }

export const ALERT_RULES: Readonly<Record<string, NumberRule>> = {
  'pvalue-email': { min: 0, max: 1, excludes: 'max' },
  'cvalue-email': { min: 1, max: 1000, isWhole: true },
  minAnomalyRatioFilter: { min: 0, max: 1 },
  quietMinutes: { min: 0, max: 1440, isWhole: true },
  escalateMinutes: { min: 1, max: 10_080, isWhole: true, orNull: true },
  predictionHours: { min: 0, max: 24, isWhole: true },
}

export const HOUR_RULE: NumberRule = { min: 0, max: 23, isWhole: true }

/** What is wrong with a value, as in "must be a whole number from 0 to 1440"; undefined where nothing is. */
export function faultOfNumber(value: unknown, rule: NumberRule): string | undefined {
  if (rule.orNull && value === null) return undefined
  const { min, max, isWhole = false, excludes } = rule
  const isNumber = typeof value === 'number' && Number.isFinite(value) && (!isWhole || Number.isInteger(value))
  const isWithin = isNumber && value >= min && value <= max && value !== (excludes && rule[excludes])
  if (isWithin) return undefined
  const what = `must be ${isWhole ? 'a whole' : 'a'} number`
  const range =
    excludes === 'min'
      ? `above ${min} and up to ${max}`
      : excludes === 'max'
        ? `from ${min} and below ${max}`
        : `from ${min} to ${max}`
  return `${what} ${range}${rule.orNull ? ', or null' : ''}`
}
