import { type PredictionRule, probabilityOf } from './prediction.ts'

/** Page's limit: a rule that keeps its promise passes it once in some hundred outcomes or less often. */
const RETIRES_AT = 5
/** Within these bounds a rule promises to be right as often as it was when learned. */
const PROMISED = { min: 0.6, max: 0.95 } as const
/** A rule fails when it is right half as often as it promised. */
const FAILING = 0.5

/**
 * Counts a hit or a miss. It is weighed by how much more it speaks for a rule that is right half as often as promised
 * (cumulated sum; Page 1954); when doubt reaches 5 the rule retires.
 */
export function weigh(rule: PredictionRule, isHit: boolean, at: number): void {
  const promised = Math.min(PROMISED.max, Math.max(PROMISED.min, probabilityOf(rule)))
  const failing = FAILING * promised
  const speaks = isHit ? Math.log(failing / promised) : Math.log((1 - failing) / (1 - promised))
  rule.doubt = Math.max(0, rule.doubt + speaks)
  if (isHit) rule.hits++
  else rule.misses++
  if (rule.doubt < RETIRES_AT) return
  rule.state = 'retired'
  rule.retiredAt = at
}
