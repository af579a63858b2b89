import type { ChartFlag, TimeDomain } from '../model/chart-types.ts'
import type { ChartTokens } from '../tokens/chart-tokens.ts'

/** A finding in a lane. `id` and `number` are those of its incident, no number for none; `val` is null where only data is missing. */
export interface LaneFinding {
  id: string
  number: number | null
  start: number
  end: number
  val: number | null
}

/** One row: what was found on one instance, metric or group. */
export interface Lane {
  id: string
  label: string
  findings: readonly LaneFinding[]
}

/** Data missing everywhere: hatched over all rows. `number` is null for none. */
export interface LaneGap {
  id: string
  number: number | null
  start: number
  end: number
}

export interface LanesProps {
  title: string
  /** In the order in which they are drawn. */
  lanes: readonly Lane[]
  /** Label of the row over all lanes. */
  overallLabel: string
  gaps?: readonly LaneGap[] | undefined
  /** Changes; without a row over all lanes there is no place for them. */
  flags?: readonly ChartFlag[] | undefined
  /** The time that the lanes span. */
  domain: TimeDomain
  /** The part of it that the charts show: framed. */
  shown?: TimeDomain | null | undefined
  selectedId?: string | null | undefined
  /** From here on there are no findings yet: the forecast of the charts. */
  forecastFrom?: number | undefined
  /** From here on findings may still change: their cells are drawn at half strength. */
  provisionalFrom?: number | undefined
  /** Time of one sample, ms: a finding ends after its last sample. */
  stepMs?: number | undefined
  locale?: string | undefined
  timeZone?: string | undefined
  tokens?: ChartTokens | undefined
  /** Sizes in px where they differ from those of the analysis view; what has no room is left out. */
  layout?: LanesLayout | undefined
  /** In the row over all lanes, evenly over the domain, 0 to 1; by default the share of lanes with a finding. */
  overall?: readonly number[] | undefined
}

export interface LanesLayout {
  left: number
  right: number
  rowHeight: number
  overallHeight: number
  /** Of the times below the lanes; 22 if omitted. */
  axisHeight?: number | undefined
}
