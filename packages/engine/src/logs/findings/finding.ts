/**
 * What can be odd in a log: a template never seen before, one seen hardly ever, one that comes far more often than it did, a
 * periodic one that stopped, an order of templates that does not occur, a number far from those in the same place.
 */
export type LogFindingKind = 'new' | 'rare' | 'hot' | 'cold' | 'sequence' | 'value'

/** One anomaly, or several of one kind and template (of `sequence`: one source) that follow each other. */
export type LogFinding = {
  readonly kind: LogFindingKind
  readonly templateId: number
  /** Number of the first line, from 1; of a template that stopped, its last line. */
  readonly line: number
  /** Epoch milliseconds of the first and last event; NaN where the log has no times. */
  readonly start: number
  readonly end: number
  /** How many events (of `hot`: buckets) it joins. */
  readonly events: number
  /** The smallest tail probability; on the same scale as that of metrics. */
  readonly probability: number
  /** clamp(log p / log(1 - pvalue), 0, 10), as of a single sample of metrics; 1 is at the threshold. */
  readonly val: number
  /** How many findings of its kind with so small a probability chance alone makes in a log like this. */
  readonly byChance: number
  /** For `hot` the count in the bucket and what was usual; for `cold` the period in milliseconds and the beats missed; for
   * `value` the number and the median of its place, in seconds or bytes where it has such a unit. */
  readonly observed?: number
  readonly usual?: number
}

/** A record of the log as detectors see it. */
export type LogEvent = {
  readonly templateId: number
  readonly line: number
  readonly time: number
  readonly source: string
}

/** What a detector says of an event: how improbable it was. */
export type Anomaly = { readonly probability: number; readonly observed?: number; readonly usual?: number }

/** How anomalous a finding is at most, 1 at the threshold. */
const mostVal = 10

/** A probability as the degree of the charts: 1 at the threshold `1 - pvalue`, 10 at most. */
export function toVal(probability: number, pvalue: number): number {
  const val = Math.log(Math.max(probability, Number.MIN_VALUE)) / Math.log(1 - pvalue)
  return Math.min(mostVal, Math.max(0, val))
}
