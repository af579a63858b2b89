/** What speaks for a series as the origin of an incident. */
export type Evidence = {
  /** Spreads from usual. */
  deviation: number
  /** Share of the rows since the onset, 0 to 1. */
  persistence: number
  /** How long after the first lasting movement its instance moved, and it itself after its instance. */
  instanceBehindMs: number
  behindInstanceMs: number
  /** Metrics of the instance that moved, and how many it has. */
  moved: number
  of: number
  /** How many earlier incidents began with it, of how many, among how many series. */
  hits: number
  incidents: number
  series: number
  /** Support of a change on its instance, 0 to 1, and its share of the abnormal periods. */
  change: number
  periodShare: number
}

/** How fast a lag counts against a series. */
const LAG_MS = 30_000
const MAX_DEVIATION = 1e4
/**
 * From a conditional logit model (McFadden 1974) over simulated incidents, confirmed by five-fold cross-validation and
 * rounded; in units of the logarithm of the deviation. The last two are judgement: there was nothing to learn them
 * from.
 */
const WEIGHTS = { persistence: 0.8, instanceLag: 1.4, ownLag: 1.2, moved: 1.7, change: 1, periodShare: 1 } as const
/** Support grows by e for so much score. */
export const TEMPERATURE = 0.4

/**
 * The score of one series; only differences matter. Earlier incidents count as a Dirichlet prior with one count a
 * series.
 */
export function score(evidence: Evidence): number {
  const { hits, incidents, series } = evidence
  const prior = Math.log(((hits + 1) * series) / (incidents + series))
  return (
    Math.log1p(Math.min(evidence.deviation, MAX_DEVIATION)) +
    WEIGHTS.persistence * evidence.persistence +
    (WEIGHTS.moved * evidence.moved) / (evidence.of + 1) -
    WEIGHTS.instanceLag * lateness(evidence.instanceBehindMs) -
    WEIGHTS.ownLag * lateness(evidence.behindInstanceMs) +
    WEIGHTS.change * evidence.change +
    WEIGHTS.periodShare * evidence.periodShare +
    TEMPERATURE * prior
  )
}

/** 0 for none, 1 for very late. */
function lateness(behindMs: number): number {
  return 1 - Math.exp(-Math.max(0, behindMs) / LAG_MS)
}
