/**
 * Limits of evidence when templates are made. They are flat around these values; the benchmark `logs` judges each set of logs with limits
 * that were chosen on the others.
 */
export type GroupingLimits = {
  /** Lines of a variant per line of the template that it may be an optional form of. */
  readonly seldom: number
  /** Lines a word, on average, that make few words of one place an enumeration. */
  readonly enumerationLines: number
  /** Distinct dotted names that make a place variable. */
  readonly dottedNames: number
}

/** Fitted on the Loghub sets, each set judged with what the others choose. */
export const USUAL_LIMITS: GroupingLimits = { seldom: 0.05, enumerationLines: 20, dottedNames: 3 }
