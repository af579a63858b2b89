/** What health is made of: points that are taken off 100. */
export interface HealthParts {
  /** 5 for each point of severity of the worst finding that is open: at most 50. */
  readonly severity: number
  /** 50 times the square root of the part of the series time that was abnormal. */
  readonly share: number
}

export function healthParts(worstOpen: number, abnormalShare: number): HealthParts {
  return { severity: 5 * Math.min(10, worstOpen), share: 50 * Math.sqrt(abnormalShare) }
}

/** From 0 to 100. */
export function healthOf({ severity, share }: HealthParts): number {
  return Math.max(0, Math.round(100 - severity - share))
}
