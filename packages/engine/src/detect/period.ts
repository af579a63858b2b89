import type { SentenceParts } from './sentence.ts'

/** What a finding is about. */
export type FindingKind = 'anomaly' | 'down' | 'silent' | 'frozen' | 'collector'

/** How one series took part in a period. */
export type PeriodSeries = {
  seriesId: string
  /** Its part in the period; the shares of a period sum to 1, the largest comes first. */
  share: number
  side: 1 | -1
  /** Smallest tail probability of the series in the period. */
  probability: number
  /**
   * The largest value in the period of a series that rose, the smallest of one that fell, what was expected at that time, and the
   * expected spread (one robust deviation). See `namedExtreme` for the exception.
   */
  peak: number
  usual: number
  spread: number
  /** When `peak` was measured. Missing in what was stored before there was such a field, as is `firstAt`. */
  peakAt?: number
  /** When the series first left its range; null where it did not move significantly, see `hasMoved`. */
  firstAt?: number | null
}

/** An interval of abnormal rows. `start` and `end` are the times of its first and last row; `toRow` is exclusive. */
export type Period = {
  start: number
  end: number
  rows: number
  fromRow: number
  toRow: number
  /** Severity (see `severity`), negative below normal; -Math.PI exactly where an instance went down altogether. */
  val: number
  /** The smallest joint tail probability in the period. */
  probability: number
  isMissingValue: boolean
  series: PeriodSeries[]
  sentence: SentenceParts
  kind: FindingKind
  /** Of several instances that were down for the same rows, which one this is: from 2 on, left out of the first. */
  nthOfSpan?: number
  /** True of an anomaly that tells of an instance that was down for a part of it. */
  hasDownTime?: true
  /** Time of the last abnormal row of the swing back that followed the end, where there was one. */
  recoveringUntil?: number
  /** True where the lead series stayed at its new level: it counts as normal from a day after the start on. */
  isNewNormal?: true
}

/** An interval without information: a silent target, a silent collector, or a value that stands still. */
export type GapFinding = {
  kind: 'silent' | 'collector' | 'frozen'
  start: number
  end: number
  rows: number
  fromRow: number
  toRow: number
  isMissingValue: boolean
  /** The instance that is silent, where all its series are. */
  instance?: string
  seriesIds: string[]
  sentence: SentenceParts
}

/** `pvalue` and `cvalue` as a user sets them; with `DBScan` epsilon in robust deviations and the minimum of peers. */
export type PeriodOptions = { pvalue: number; cvalue: number }
