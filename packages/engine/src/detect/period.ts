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
  /** The value furthest from usual, what is usual at that time, and the usual spread (one robust deviation). */
  peak: number
  usual: number
  spread: number
}

/** An interval of abnormal rows. `start` and `end` are the times of its first and last row; `toRow` is exclusive. */
export type Period = {
  start: number
  end: number
  rows: number
  fromRow: number
  toRow: number
  /** clamp(log p / log(1 - pvalue), 0, 10), negative below normal; -Math.PI exactly where an instance went down altogether. */
  val: number
  /** The smallest joint tail probability in the period. */
  probability: number
  isMissingValue: boolean
  series: PeriodSeries[]
  sentence: SentenceParts
  kind: FindingKind
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
