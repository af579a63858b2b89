import type { IncidentPeriod } from '../incident.ts'

/** A period that a person has labelled; what is unsure teaches nothing. */
export type LabelledPeriod = { period: IncidentPeriod; verdict: 'true' | 'false' | 'unsure' }

/** By what periods are alike: what was found, in which direction, and on which series by which part. */
export type PeriodPattern = {
  kind: IncidentPeriod['kind']
  side: 1 | -1
  series: { seriesId: string; share: number }[]
}

/** The time that a clock on the wall shows, as epoch ms of a place where it is UTC; summer time may change it in between. */
export type ToLocal = (time: number) => number

/** Minutes of the day, from inclusive and to exclusive, that may pass midnight; on all days or those that begin on
 * one weekday (0 is Sunday). */
export type DailyWindow = { fromMinute: number; toMinute: number; weekday?: number }

/**
 * What false alarms teach. Alike periods are hidden up to a degree (-log10 of their probability, which neither pvalue
 * nor the cap of val changes): a threshold at any time, an exclusion in a window that false alarms keep to. `verdicts`
 * counts those behind it.
 */
export type VerdictRule = { pattern: PeriodPattern; upTo: number; verdicts: number } & (
  | { kind: 'threshold' }
  | { kind: 'exclusion'; window: DailyWindow; toLocal: ToLocal }
)

/** What rules would hide of past periods, as places in them, and of how many. */
export type VerdictEffect = { vanish: { place: number; rule: number }[]; keep: number }

/** What verdicts teach, with what it would hide; nothing is applied. */
export type VerdictRules = {
  rules: VerdictRule[]
  /** Places of false alarms that stay visible since an alike period that was no worse is a true one. */
  conflicts: number[]
  effect: VerdictEffect
  /** Intervals of true anomalies, for training to leave out; what overlaps is joined. */
  trainingExclusions: { start: number; end: number }[]
}
