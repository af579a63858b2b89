import type { TimeDomain, Values } from '../model/chart-types.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

export interface FindingSparkProps {
  times: ArrayLike<number>
  min: Values
  max: Values
  /** The expected band. */
  low?: Values | undefined
  high?: Values | undefined
  domain: TimeDomain
  /** Drawn in its colour; a null `val` is missing data. */
  finding: { start: number; end: number; val: number | null }
  width: number
  height: number
  tokens?: ChartTokens | undefined
}
