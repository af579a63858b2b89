import type { DownPart } from '../detect/find-parts.ts'
import type { FindingState } from '../detect/finding-state.ts'
import type { Model } from '../detect/model.ts'
import type { GapFinding, Period } from '../detect/period.ts'
import type { ScorerState } from '../detect/scorer.ts'
import type { SeriesSample, SpanPart } from '../detect/span-part.ts'
import type { SeriesKey } from '../series/frame.ts'
import type { DetectorStates } from '../stream/detector-store.ts'
import type { StreamTrust } from '../stream/series-detector.ts'
import type { FormerFault } from './relapse.ts'
import type { SavedTable } from './table.ts'

/** How the values of a series are read: a counter by its increase; undefined where the values themselves are to tell. */
export type LiveValueType = 'gauge' | 'counter' | undefined

/** A series to be watched. */
export type LiveSeriesKey = { key: SeriesKey; type: LiveValueType }

/**
 * `stepMs` is the interval of the rows; `pvalue` and `cvalue` are those of a detection; `timeZone`, UTC without one, is that of the clocks that seasons follow. Rows
 * before `quietUntil`, epoch ms, are learned and raise no alarm: the first days of a history, in which each job runs for the first time.
 */
export type LiveOptions = { stepMs: number; pvalue: number; cvalue: number; timeZone?: string; quietUntil?: number }

/** A trained model that evaluates rows beside the streaming engine; `key` tells it from others. */
export type LiveModel = { key: string; model: Model }

/**
 * A finding as it stands. `key` is the same for as long as the finding lasts, and after the detector was restored. `reportedAt` is the time of the row that it, or
 * what it took the place of, was first reported with; missing in states from before that was noted.
 */
export type LiveFinding = { key: string; state: FindingState; reportedAt?: number } & (
  | { type: 'period'; period: Period }
  | { type: 'gap'; gap: GapFinding }
)

/** A row of a series that has a value: what was scored (of a counter its increase a second), and how many spreads off it lies. */
export type WatchedSample = SeriesSample & {
  zScore: number
  /** The expected range of what was scored. */
  low: number
  high: number
}

/** A row from before an alarm that is part of the fault. */
export type LiftedRow = { row: number; sample: WatchedSample }

/** What is watched of one series besides its detector, as plain data. */
export type WatchState = {
  kind: 'undecided' | 'level' | 'counter'
  /** The values alone say that it is a counter. */
  isGuess: boolean
  /** The first values, by which `kind` is decided. */
  early: readonly number[]
  /** Last value, and steps since. */
  previous: number
  waited: number
  /** Values that the expectation was learned from. */
  count: number
  /** Expected value less its rhythm, and mean absolute deviation: as of before a fault, and as they are without regard to it. */
  level: number
  deviation: number
  liveLevel: number
  liveDeviation: number
  isSeasonal: boolean
  min: number
  max: number
  /** Row of the alarm after which the expectation is held, and of the last flagged one; NaN where there is none. */
  armedAt: number
  flaggedAt: number
  /** `liveLevel` when it was last looked at whether it still grows; NaN before. */
  halfwayLevel: number
  /** Rows up to the last one that were as far off as those of a fault, while there was no alarm. */
  lifted: readonly LiftedRow[]
  /** Mean absolute deviation of the last day or so, in which a value that is far off counts in full. */
  usualDeviation: number
  /** How far off what was expected rows lay that were no fault; falls as they are longer ago. */
  usualDistance: number
  /** The last fault, and the alarm after it that may become one. */
  faults: readonly FormerFault[]
  trust: StreamTrust
}

/** A gap of a target, in epoch milliseconds and milliseconds. */
export type PastGap = { start: number; durationMs: number }

/** Consecutive rows without a value, as plain data. */
export type QuietState = {
  /** Rows since the first value, and those of them with a value. */
  rows: number
  present: number
  /** Where the present gap began, and its rows; 0 rows where there is none. */
  fromRow: number
  start: number
  quietRows: number
  /** Rows that make it a finding; set when it begins. */
  needed: number
  isOpen: boolean
  /** Whether the target is not awaited any more: it was silent for long, was replaced, or has ended as its sender says. */
  isGone: boolean
  /** Time of the first value; NaN before it, and for a target known from states of before version 7. */
  firstAt: number
  /** Gaps of the last days that were long enough to be reported. */
  usualGaps: readonly PastGap[]
}

/** How a series' values stand still, as plain data: the present run of equal values, and what was usual before it. */
export type StillState = {
  /** The last value, the row and time since which it has not changed, and how often it was given; 0 before the first. */
  value: number
  fromRow: number
  start: number
  count: number
  /** Values of runs that have ended, about the last 10,000, and those of them that repeat the one before. */
  rows: number
  repeats: number
  /** The longest run that was usual, in values. */
  longest: number
  /** Values so far. */
  seen: number
  isOpen: boolean
}

/** A run of flagged rows, or the rows between two. */
export type Piece = { part: SpanPart; flagged: number; isRun: boolean; nearly: number; present: number }

/** What was found on series of one instance since the first of them gave an alarm, as plain data. */
export type EpisodeState = {
  /** The series that gave one. */
  seriesIds: Set<string>
  pieces: Piece[]
  /** The run that has not ended, and the rows after its last flagged one. */
  run: Piece | undefined
  after: Piece | undefined
  /** When all series of the instance were near zero. */
  downs: DownPart[]
  /** Series whose new level became the expectation, and the row since which it is. */
  released: Map<string, number>
  reported: Map<string, LiveFinding>
}

/** The whole state of a live detector: plain data and bytes, which `structuredClone` copies. */
export type LiveState = {
  version: number
  options: LiveOptions
  /** Rows are counted by their time in steps; NaN before the first. */
  lastRow: number
  lastTime: number
  series: readonly LiveSeriesKey[]
  /** Of each series; as records until version 3. */
  watches: SavedTable<WatchState> | readonly WatchState[]
  detectors: DetectorStates
  quiet: SavedTable<QuietState> | readonly QuietState[]
  /** Missing in states from before frozen values were found. */
  still?: SavedTable<StillState>
  instances: ReadonlyMap<string, QuietState>
  /** Instances whose series are all near zero; missing in states from before that was found. */
  nearZero?: ReadonlyMap<string, DownPart>
  collector: QuietState
  /** By instance. */
  episodes: ReadonlyMap<string, readonly EpisodeState[]>
  gaps: ReadonlyMap<string, LiveFinding>
  /** Of the trained model, once it has evaluated a row. */
  model: { key: string; scorer: ScorerState } | undefined
}

/**
 * Rows that follow those pushed before, on the detector's interval; `columns` are its series in their order, NaN for no value. Where a sender says something
 * else than a value, a cell may say so (see `live-marks.ts`).
 */
export type LiveRows = { times: Float64Array; columns: readonly Float64Array[] }

/** Scores of the rows that were pushed. */
export type LiveScores = {
  times: Float64Array
  /**
   * All rows of a series, then those of the next: log p / log(1 - pvalue) from -10 to 10, below 0 under the expected value; NaN for a gap. `low` and `high` are the
   * expected range of the values, of a counter that of its rate per second.
   */
  degree: Float32Array
  low: Float32Array
  high: Float32Array
  /** The largest degree of each row. */
  rowDegree: Float32Array
  /** -log10 of the probability that the trained model gives each row; NaN where it gives none. */
  modelDecades: Float32Array
}

/** What the rows that were pushed brought. */
export type LiveRound = {
  scores: LiveScores
  /** Findings that are new or changed, each once. */
  changed: LiveFinding[]
  /** Keys of findings that have become part of another. */
  removed: string[]
  trust: StreamTrust
  /** Which series are read as rates, by their places: with the first rows, and with those in which it changes. */
  rates: LiveRates | undefined
}

/** The rows from `since` on are scored so. */
export type LiveRates = { places: number[]; since: number }
