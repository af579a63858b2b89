import type { WindowComparison } from './compare-windows.ts'
import type { ControlKind } from './control-series.ts'
import type { RegressionDirection } from './regression-direction.ts'

/** What a rollout did: to one metric, or as a whole. `insufficient`: a shift of one deviation could not have been seen, or not be distinguished from a trend. */
export type RolloutVerdict = 'worse' | 'better' | 'changed' | 'no-change' | 'insufficient'

/** What is compared with what. */
export type RolloutOptions = {
  /** Time of the rollout, epoch ms. */
  at: number
  /** Instances it reached; all others that report the same metric are controls. All of them by default, without controls. */
  instances?: readonly string[]
  /** How long before counts; a day by default where there are controls, else as long as after. */
  beforeMs?: number
  /** How long after counts; up to a day by default. */
  afterMs?: number
  /** Left out after the rollout, while things start; 0 by default. */
  settleMs?: number
  /** How many earlier weeks are controls, or days where there are no weeks; up to 4 by default, 0 for none. */
  earlierWeeks?: number
  /** Which way each metric gets worse; by its name where it is not said. */
  regressionDirections?: Readonly<Record<string, RegressionDirection>>
  /** Expected share of false ones among the metrics said to have changed; 0.05 by default. */
  falseShare?: number
}

/** What happened to one metric; shift, rank and distribution are the three reasons. */
export type RolloutFinding = WindowComparison & {
  metric: string
  service?: string
  verdict: RolloutVerdict
  regressionDirection: RegressionDirection
  /** Ids of the series that the rollout reached, and of the control instances. */
  series: string[]
  controls: string[]
  control: ControlKind
  /** Without controls: it went that way before and after, so that the shift may be what was going on anyway. */
  isTrending: boolean
  /** Median before, and the shift as a part of it; undefined for a median of 0. */
  before: number
  relative: number | undefined
  /** The probability adjusted for the number of metrics. */
  adjusted: number
}

/** `findings` has every metric, the worst first. */
export type Rollout = { verdict: RolloutVerdict; findings: RolloutFinding[] }
