/** A sentence about a finding as data, so that it can be reported in any language. */
export type SentenceParts =
  | AnomalySentence
  | DownSentence
  | PeerSentence
  | SilentSentence
  | CollectorSentence
  | FrozenSentence

/** Units that a metric's name gives away; '' where it says nothing. */
export type SentenceUnit = '' | '%' | 'ms' | 's' | 'B' | 'KB' | 'MB' | 'GB'

type Subject = { metric: string; instance: string; service?: string; durationMs: number }

/** "cpu on node3 reached 98 %, 6.1 times its usual spread for this hour, for 12 minutes, first of 5 metrics to move" */
export type AnomalySentence = Subject & {
  kind: 'anomaly'
  side: 1 | -1
  peak: number
  unit: SentenceUnit
  /** How many times the usual spread the peak lies from the usual value. */
  spreads: number
  /** True where the usual value is that of the hour of the day or week. */
  forThisHour: boolean
  /** How many series moved in the period; the subject is the first of them where `isFirst`. */
  moved: number
  isFirst: boolean
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
type DownSentence = {
  kind: 'down'
  instance: string
  service?: string
  series: number
  isSilent: boolean
  durationMs: number
}

/** A target that stopped reporting while others did not. */
type SilentSentence = { kind: 'silent'; instance: string; metric?: string; series: number; durationMs: number }

/** Every series silent at once. */
type CollectorSentence = { kind: 'collector'; series: number; durationMs: number }

/** A value that used to vary and stands still. */
type FrozenSentence = Subject & { kind: 'frozen'; value: number; unit: SentenceUnit }
