import type { LabelledPeriod } from './verdict.ts'

/** A pvalue at which more of the false alarms vanish and no true one does; `hides` of `of` false alarms. */
export type PvalueSuggestion = { pvalue: number; hides: number; of: number }

/** False alarms needed for a suggestion. */
const MIN_VERDICTS = 5
/** A threshold that hides fewer is not worth what it may miss. */
const WORTH = 0.5
/** Thresholds that are tried for each power of ten. */
const STEPS_A_DECADE = 4
/** The strictest threshold that is suggested. */
const LOWEST_Q = 1e-9

/**
 * Where false alarms are many and of no one kind, the threshold itself is too low. Gives the lowest pvalue above the
 * present one, on a ladder of four steps a decade, that hides as many false alarms as can be without hiding a true
 * anomaly; undefined for fewer than five false alarms, or where that hides less than half of them. Throws RangeError
 * for a pvalue outside [0, 1).
 */
export function suggestPvalue(labelled: readonly LabelledPeriod[], pvalue: number): PvalueSuggestion | undefined {
  if (!(pvalue >= 0 && pvalue < 1)) throw new RangeError('pvalue must be at least 0 and below 1')
  const of = (verdict: LabelledPeriod['verdict']): number[] =>
    labelled.filter((one) => one.verdict === verdict).map(({ period }) => period.probability)
  const falseAlarms = of('false')
  if (falseAlarms.length < MIN_VERDICTS) return undefined
  const weakestTrue = of('true').reduce((max, p) => Math.max(max, p), 0)
  let best: PvalueSuggestion | undefined
  for (let step = 1; ; step++) {
    const q = (1 - pvalue) * 10 ** (-step / STEPS_A_DECADE)
    if (q < LOWEST_Q || q <= weakestTrue) break
    const hides = falseAlarms.filter((p) => p >= q).length
    if (hides > (best?.hides ?? 0)) best = { pvalue: 1 - q, hides, of: falseAlarms.length }
  }
  return best !== undefined && best.hides >= WORTH * best.of ? best : undefined
}
