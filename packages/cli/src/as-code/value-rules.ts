/** What a number in a file may be: the limits of the API, so that a plan is not stopped halfway by a wrong one. */
export interface NumberRule {
  readonly least: number
  readonly most: number
  readonly isWhole?: boolean
  /** Just above the least, or just below the most. */
  readonly excludes?: 'least' | 'most'
  /** `null` means never. */
  readonly orNull?: boolean
}

export const settingRules: Readonly<Record<string, NumberRule>> = {
  samplingInterval: { least: 0.016666, most: 1440 },
  retentionDays: { least: 1, most: 3650, isWhole: true },
  pvalue: { least: 0, most: 1, excludes: 'most' },
  cvalue: { least: 1, most: 1000, isWhole: true },
  retrainDays: { least: 0, most: 365, isWhole: true },
}

export const backfillRule: NumberRule = { least: 0, most: 3650, excludes: 'least' }

export const alertRules: Readonly<Record<string, NumberRule>> = {
  'pvalue-email': { least: 0, most: 1, excludes: 'most' },
  'cvalue-email': { least: 1, most: 1000, isWhole: true },
  minAnomalyRatioFilter: { least: 0, most: 1 },
  quietMinutes: { least: 0, most: 1440, isWhole: true },
  escalateMinutes: { least: 1, most: 10_080, isWhole: true, orNull: true },
  predictionHours: { least: 0, most: 24, isWhole: true },
}

export const hourRule: NumberRule = { least: 0, most: 23, isWhole: true }

/** What is wrong with a value, as in "must be a whole number from 0 to 1440"; undefined where nothing is. */
export function faultOfNumber(value: unknown, rule: NumberRule): string | undefined {
  if (rule.orNull && value === null) return undefined
  const { least, most, isWhole = false, excludes } = rule
  const isNumber = typeof value === 'number' && Number.isFinite(value) && (!isWhole || Number.isInteger(value))
  const isWithin = isNumber && value >= least && value <= most && value !== (excludes && rule[excludes])
  if (isWithin) return undefined
  const what = `must be ${isWhole ? 'a whole' : 'a'} number`
  const range =
    excludes === 'least'
      ? `above ${least} and up to ${most}`
      : excludes === 'most'
        ? `from ${least} and below ${most}`
        : `from ${least} to ${most}`
  return `${what} ${range}${rule.orNull ? ', or null' : ''}`
}
