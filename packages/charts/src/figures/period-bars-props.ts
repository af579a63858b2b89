import type { ChartTokens } from '../tokens/chart-tokens.ts'

export interface PeriodBar {
  id: string
  label: string
  now: number
  /** Null where there is nothing to compare with. */
  before: number | null
  /** Of what data is missing; hatched, on top of the bar. */
  missing: number
  /** Above the bar where there is room; empty for none. */
  text: string
}

interface BarFlag {
  id: string
  place: number
}

export interface PeriodBarsProps {
  bars: readonly PeriodBar[]
  /** Values of the axis, ascending; the last one is its end. */
  ticks: readonly { at: number; text: string }[]
  width: number
  height: number
  /** Changes; `place` 2.5 is the middle of the third bar. */
  flags?: readonly BarFlag[] | undefined
  /** Accessible label: what the bars say. */
  label: string
  /** Of the bar that is pointed at. */
  selected?: number | undefined
  /** False for a picture that has its words beside it. */
  hasText?: boolean | undefined
  /** Prefix of ids in the drawing. */
  idPrefix?: string | undefined
  tokens?: ChartTokens | undefined
}
