export type SeverityName = 'above' | 'below' | 'down' | 'missing'

/** JSON keeps some 15 digits of −π. */
const isDown = (val: number): boolean => Math.abs(val + Math.PI) < 1e-6

export const severityName = (val: number, isMissingValue: boolean): SeverityName => {
  if (isMissingValue) return 'missing'
  if (isDown(val)) return 'down'
  return val < 0 ? 'below' : 'above'
}

/** For sorting and for "the worst": an instance that went down stands above everything. */
export const severityRank = (val: number): number => (isDown(val) ? 10.5 : Math.abs(val))
