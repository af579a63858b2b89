import type { CollectionFault } from '../schema/wire-types.ts'
import type { LiveSeries } from './decoded-batch.ts'

/** From `from` up to, not including, `to`; epoch milliseconds, whole steps. */
export interface CollectWindow {
  readonly from: number
  readonly to: number
  readonly stepMs: number
}

/** Samples of one series; both columns have the same length, times ascend. */
export interface CollectedSeries {
  readonly series: LiveSeries
  readonly times: readonly number[]
  readonly values: readonly number[]
}

export interface CollectedLine {
  /** Epoch milliseconds. */
  readonly time: number
  /** The part of the time below a millisecond. */
  readonly nanos?: number
  readonly instance?: string
  readonly service?: string
  /** As OpenTelemetry numbers them; 0 where it is not known. */
  readonly severity?: number
  readonly line: string
  readonly attributes?: Readonly<Record<string, unknown>>
}

/** What one answer of the provider brought. */
export interface CollectedBatch {
  readonly series?: readonly CollectedSeries[]
  readonly lines?: readonly CollectedLine[]
  /** Of a collector that follows something: where it goes on once this batch is stored. */
  readonly cursor?: unknown
  /** What the provider left out, or what was left out of its answer, for the operator. */
  readonly notes?: readonly string[]
}

/** Something that can be chosen to be collected. */
export interface Choice {
  /** As it is given in the settings. */
  readonly id: string
  /** What a person reads, where it is not the id. */
  readonly label?: string
  /** Series that it has now; undefined where only collecting would tell. */
  readonly seriesCount?: number
}

export interface Choices {
  /** The setting that they are values of. */
  readonly field: string
  /** By name; at most 1,000. */
  readonly items: readonly Choice[]
  /** All that there are, listed or not. */
  readonly total: number
}

export interface CollectEstimate {
  /** Undefined where only collecting would tell. */
  readonly seriesCount?: number
  readonly callsPerDay: number
  /** By the provider's list price, US dollars; undefined where calls are not charged. */
  readonly usdPerDay?: number
  /** Calls for a day of the past. */
  readonly callsPerBackfilledDay: number
}

export interface CollectorTraits {
  /** The provider may add samples or lines for so long after their time: the last of them are fetched again. */
  readonly lateMs: number
  /** The longest window of one `collect`, in steps. */
  readonly maxWindowSteps: number
  /** How far back the provider keeps data at this interval, days; undefined where it is not known. */
  readonly keepsDays?: number
  /** It goes on where it was, by its cursor; windows mean nothing to it, and there is no past to fetch. */
  readonly isFollowing?: boolean
}

/**
 * Fetches the metrics or log lines of one project from a service. All of it rejects with `CollectorError` and nothing else but the reason of
 * an aborted signal, and never asks again by itself where the provider said to wait: whoever uses it does.
 */
export interface Collector {
  readonly traits: CollectorTraits
  /** Up to 20 of the newest samples or lines, of as many series as possible; none where the service has none now. */
  test(signal: AbortSignal): Promise<CollectedBatch>
  /** What there is to choose from, by part of the name; empty where the settings say all that is to be collected. */
  choices(search: string, signal: AbortSignal): Promise<readonly Choices[]>
  /** What the settings as they are would ask of the provider. */
  estimate(stepMs: number, signal: AbortSignal): Promise<CollectEstimate>
  /** The same window brings the same samples, but for those that the provider got late. */
  collect(window: CollectWindow, cursor: unknown, signal: AbortSignal): AsyncIterable<CollectedBatch>
  close(): Promise<void>
}

/** Why nothing, or not everything, could be fetched. */
export class CollectorError extends Error {
  readonly fault: CollectionFault
  /** What the provider said, in its words, without secrets. */
  readonly providerText: string | undefined
  /** Whole milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    fault: CollectionFault,
    options: { providerText?: string | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(options.providerText ?? fault, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'CollectorError'
    this.fault = fault
    this.providerText = options.providerText
    this.retryAfterMs = options.retryAfterMs === undefined ? undefined : Math.ceil(options.retryAfterMs)
  }
}
