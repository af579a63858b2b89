import { severity } from '../../severity/severity.ts'

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
  /** Severity, by the formula of `severity`: 1 at the threshold, up to 9.8, as nothing is counted as broad. */
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

/** How far something went from what was usual: in spreads, and as a part of its range before; left out where it has none. */
export type Departure = { readonly spreads?: number; readonly rangeShare?: number }

/** What a detector says of an event: how improbable it was, and how far it went. */
export type Anomaly = Departure & {
  readonly probability: number
  readonly observed?: number
  readonly usual?: number
}

/** The larger of each. */
export function furthest(one: Departure, other: Departure): Required<Departure> {
  return {
    spreads: Math.max(one.spreads ?? 0, other.spreads ?? 0),
    rangeShare: Math.max(one.rangeShare ?? 0, other.rangeShare ?? 0),
  }
}

/** Severity of a finding of `times` events, each of them a period of its own. */
export function severityOfLog(
  { probability, spreads = 0, rangeShare = 0 }: Anomaly,
  times: number,
  pvalue: number,
): number {
  return severity({ probability, threshold: 1 - pvalue, spreads, rangeShare, rows: times, cvalue: 1, moved: 1 })
}
