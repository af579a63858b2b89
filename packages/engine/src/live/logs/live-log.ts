import type { FindingState } from '../../detect/finding-state.ts'
import type { LogSentence } from '../../detect/sentence.ts'
import type { BurstPoolState, BurstState } from '../../logs/findings/bursts.ts'
import type { Departure } from '../../logs/findings/finding.ts'
import type { NoveltyState } from '../../logs/findings/novelty.ts'
import type { PlacesState } from '../../logs/findings/place-detectors.ts'
import type { SequenceState } from '../../logs/findings/sequence.ts'
import type { Beat, SilenceState } from '../../logs/findings/silences.ts'
import type { LogStreamState } from './log-streams.ts'

/** Lines of a project in the order of their times; all columns have the same length. */
export type LiveLogLines = {
  readonly times: ArrayLike<number>
  /** As OpenTelemetry numbers them; 0 where it is not known. */
  readonly severities: ArrayLike<number>
  readonly instances: readonly string[]
  readonly services: readonly string[]
  readonly lines: readonly string[]
}

export type LiveLogFindingKind = LogSentence['finding']

/**
 * A kind of line that is new, rare, came far more often than it did, has stopped, came out of order, or held a number far from the others; `rows` counts
 * the lines, of one that has stopped those missed.
 */
export type LogDetail = {
  start: number
  end: number
  rows: number
  /** Severity, as of metrics: 1 is at the threshold, 10 the most. */
  val: number
  probability: number
  templateId: number
  example: string
  sentence: LogSentence
}

/** As `LiveFinding`, of log lines. */
export type LiveLogFinding = { key: string; state: FindingState; type: 'log'; log: LogDetail }

/** A kind of line. `text` has `<*>` where lines differ; `isError` where its words or its severity say so. */
export type LiveTemplate = {
  id: number
  text: string
  count: number
  firstAt: number
  lastAt: number
  example: string
  isError: boolean
}

/** What is known of a template besides its text, as plain data. */
export type TemplateFacts = Omit<LiveTemplate, 'id' | 'text'> & {
  /** Place of the series that counts it; undefined where none does. */
  series?: number
}

/** A finding that may go on; `key` is that of the live finding. How far it went is missing in what former versions saved. */
export type OpenLogFinding = { key: string; log: LogDetail; departure?: Required<Departure> }

/** What lines are evaluated by, as plain data; the last three are missing in what version 1 saved. */
export type LineDetectorsState = {
  novelty: NoveltyState
  /** Of lines that tell of an error. */
  errorNovelty?: NoveltyState
  pool: BurstPoolState
  bursts: [templateId: number, BurstState][]
  /** The bucket that is being counted. */
  bucket: number
  sinceBucket: number
  bucketCounts: [templateId: number, { count: number; firstAt: number }][]
  firstAt: number
  open: [string, OpenLogFinding][]
  sequence?: SequenceState
  places?: PlacesState
  silences?: SilenceState<LiveBeat>
}

/** A line of a template that may come regularly. */
export type LiveBeat = Beat & { readonly instance: string }

/** The whole state, as plain data. */
export type LiveLogState = LineDetectorsState & {
  version: number
  stepMs: number
  parser: Uint8Array
  streams: [string, LogStreamState][]
  templates: [id: number, TemplateFacts][]
  /** Names of the series in their order. */
  series: { metric: string; instance: string }[]
}
