/**
 * Limits of evidence when templates are made. They are flat around these values, and no set of logs that is judged by them has been
 * asked for them: see the leave-one-out figures of the benchmark `logs`.
 */
export type GroupingLimits = {
  /** Lines of a variant per line of the template that it may be an optional form of. */
  readonly seldom: number
  /** Lines a word, on average, that make few words of one place an enumeration. */
  readonly enumerationLines: number
  /** Distinct dotted names that make a place variable. */
  readonly dottedNames: number
}

export const usualLimits: GroupingLimits = { seldom: 0.05, enumerationLines: 20, dottedNames: 3 }
