/** What speaks for a series as the origin of an incident. */
export type Evidence = {
  /** Spreads from usual. */
  deviation: number
  /** Share of the rows since the onset, 0 to 1. */
  persistence: number
  /** How long after the first lasting movement its instance moved, and it itself after its instance; and the time between two rows. */
  instanceBehindMs: number
  behindInstanceMs: number
  stepMs: number
  /** Metrics of the instance that moved, and how many it has. */
  moved: number
  of: number
  /** How many earlier incidents began with it, of how many, among how many series. */
  hits: number
  incidents: number
  series: number
  /** It measures an effect, and a resource of its instance moved no later. */
  isExplained: boolean
  /** Support of a change on its instance, 0 to 1, and its share of the abnormal periods. */
  change: number
  periodShare: number
}

/**
 * The unit of a lag, in time and in rows, before its logarithm is taken: an onset is known to about a row. Fitted on
 * simulated incidents.
 */
const LAG_MS = 60_000
const LAG_ROWS = 1
/** Deviations beyond count as this. */
const MAX_DEVIATION = 1e4
/**
 * A distance of this many spreads is clear; any further distance says less about where the incident began. Fitted on simulated incidents.
 */
const CLEAR = 10
/**
 * Chosen on incidents of two simulated systems, plain and with a second movement that misleads, at steps of 5 s to 5 min; in units of
 * the logarithm of the deviation. The last two are judgement: there was nothing to learn them from.
 * Fitted on simulated incidents: `change` and `periodShare` are judgement.
 */
const WEIGHTS = {
  clear: 3,
  persistence: 0.6,
  instanceLag: 3.5,
  ownLag: 1.2,
  moved: 16,
  explained: -4,
  change: 2.5,
  periodShare: 2.5,
} as const
/**
 * Support grows by e for so much score: the first cause is right as often as its share of the support says. Fitted on
 * simulated incidents: the first cause has 0.69 of the support and is right in 0.68 of the incidents; 0.4 gave it 0.87.
 */
export const TEMPERATURE = 1

/**
 * The score of one series; only differences matter. Earlier incidents count as a Dirichlet prior with one count a
 * series.
 */
export function score(evidence: Evidence): number {
  const { hits, incidents, series, stepMs } = evidence
  const prior = Math.log(((hits + 1) * series) / (incidents + series))
  return (
    Math.log1p(Math.min(evidence.deviation, MAX_DEVIATION)) +
    WEIGHTS.clear * Math.log1p(Math.min(evidence.deviation, CLEAR)) +
    WEIGHTS.persistence * evidence.persistence +
    (WEIGHTS.moved * evidence.moved) / (evidence.of + 1) -
    WEIGHTS.instanceLag * lateness(evidence.instanceBehindMs, stepMs) -
    WEIGHTS.ownLag * lateness(evidence.behindInstanceMs, stepMs) +
    (evidence.isExplained ? WEIGHTS.explained : 0) +
    WEIGHTS.change * evidence.change +
    WEIGHTS.periodShare * evidence.periodShare +
    TEMPERATURE * prior
  )
}

/** 0 for none; without a bound, so that what moved an hour later is no origin, however far it went. */
function lateness(behindMs: number, stepMs: number): number {
  return Math.log1p(Math.max(0, behindMs) / Math.max(LAG_MS, LAG_ROWS * stepMs))
}
