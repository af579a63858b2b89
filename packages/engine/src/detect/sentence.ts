/** A sentence about a finding as data, so that it can be reported in any language. */
export type SentenceParts =
  | AnomalySentence
  | DownSentence
  | PeerSentence
  | SilentSentence
  | CollectorSentence
  | FrozenSentence
  | LogSentence

/** Units that a metric's name gives away; '' where it says nothing. */
export type NamedUnit = '' | '%' | 'ms' | 's' | 'B' | 'kB' | 'MB' | 'GB'

/** Of the rate of a counter, per second. */
export type SentenceUnit = NamedUnit | `${NamedUnit}/s`

type Subject = { metric: string; instance: string; service?: string; durationMs: number }

/** "disk_write on node5 reached 84.3 MB, usually 6.3, for 1 h 40 min, first of 2 metrics to move" */
export type AnomalySentence = Subject & {
  kind: 'anomaly'
  side: 1 | -1
  /** True where `peak` is the largest (or smallest) value of the interval. Missing in what was stored by older versions: not known. */
  isExtreme?: boolean
  peak: number
  /** The expected value at the time of the peak, where there is one. */
  usual?: number
  unit: SentenceUnit
  /**
   * Metrics that moved, and on how many instances; the subject was the first of them, and no other in the same sample, where
   * `isFirst`. Left out where there is one series only.
   */
  metrics?: number
  instances?: number
  isFirst: boolean
  /** For how long of it the only series of an instance was near zero. */
  floorMs?: number
  /** How long the values swung to the other side after the end. */
  recoveryMs?: number
  /** True where the values stayed at their new level. */
  isNewNormal?: boolean
}

/** One instance away from its peers. */
export type PeerSentence = Subject & {
  kind: 'peer'
  side: 1 | -1
  peak: number
  unit: SentenceUnit
  peers: number
  peerMedian: number
}

/** An instance that went down altogether. */
export type DownSentence = {
  kind: 'down'
  instance: string
  service?: string
  series: number
  isSilent: boolean
  /** True where values near zero came only of some of the series, or only at some of the samples. */
  isPartlySilent?: true
  durationMs: number
  /** Other instances that are down or silent as a whole in the same incident; left out where there are none. */
  others?: string[]
}

/** A target that stopped reporting while others did not; `others` as with an instance that is down. */
export type SilentSentence = {
  kind: 'silent'
  instance: string
  metric?: string
  series: number
  durationMs: number
  others?: string[]
}

/** Every series silent at once. */
export type CollectorSentence = {
  kind: 'collector'
  series: number
  durationMs: number
  /** Lines of the file in it that could not be read; left out where there are none. */
  rejectedLines?: number
  /** At least half of the missing samples are such lines. */
  isUnreadable?: true
}

/** A value that used to vary and stands still. */
type FrozenSentence = Subject & { kind: 'frozen'; value: number; unit: SentenceUnit }

/** A kind of log line that is new, rare, came far more often than it did, has stopped, came out of order, held a number far from the others, or is always reported. */
export type LogSentence = {
  kind: 'log'
  finding: 'new' | 'rare' | 'hot' | 'cold' | 'sequence' | 'value' | 'critical'
  template: string
  /** '' where several instances logged it, or it is not known. */
  instance: string
  /** The line tells of an error. */
  isError: boolean
  lines: number
  /**
   * Of `hot` the most lines in a bucket of `bucketMs` and what was expected; of `cold` the lines missed and the period in ms; of `value` the number, in
   * seconds or bytes where it has such a unit, and the median of its place.
   */
  observed?: number
  usual?: number
  bucketMs: number
  durationMs: number
}
