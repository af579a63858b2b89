import { isDownSeverity } from '@omen/charts/findings'

export { severityRank } from '@omen/charts/findings'

export type SeverityName = 'above' | 'below' | 'down' | 'missing'

export const severityName = (val: number, isMissingValue: boolean): SeverityName => {
  if (isMissingValue) return 'missing'
  if (isDownSeverity(val)) return 'down'
  return val < 0 ? 'below' : 'above'
}
