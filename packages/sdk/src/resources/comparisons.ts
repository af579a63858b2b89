import type { CallOptions } from '../pages.ts'
import { given } from '../pages.ts'
import type { Transport } from '../transport.ts'
import type { OutlierComparison, RolloutCheck } from '../types.ts'

/** What is compared: exactly one of a project (`name`, or `name@owner`), an uploaded file by its handle, and a detection. */
export interface ComparedSource {
  projectName?: string | undefined
  filename?: string | undefined
  detectionId?: string | undefined
  /** All metrics and groups if omitted. */
  metric?: string[] | undefined
  group?: string | undefined
}

/** Times in epoch milliseconds; the last day if omitted. */
export interface OutlierQuery extends ComparedSource {
  from?: number | undefined
  to?: number | undefined
  /** Distance to find, in robust deviations. */
  tolerance?: number | undefined
  /** Instances that make a group, 3 at least. */
  minMembers?: number | undefined
  /** Steps for which an instance must stand off. */
  minSpan?: number | undefined
  /** How long before `from` instances are compared with themselves, in milliseconds; 0 for no past. */
  past?: number | undefined
  /** The metric whose lines are wanted, and its service. */
  show?: string | undefined
  service?: string | undefined
  buckets?: number | undefined
  /** With a map of the states of each instance. */
  states?: boolean | undefined
}

/** Durations in milliseconds. */
export interface RolloutQuery extends ComparedSource {
  /** When it was, in epoch milliseconds. */
  at: number
  before?: number | undefined
  after?: number | undefined
  settle?: number | undefined
  /** That it reached; all if omitted. */
  instances?: string[] | undefined
  control?: string[] | undefined
  earlierWeeks?: number | undefined
  badUp?: string[] | undefined
  badDown?: string[] | undefined
  show?: string | undefined
  service?: string | undefined
  buckets?: number | undefined
}

/** Instances beside each other, and before beside after. */
export interface Comparisons {
  /** Instances that stand off from those which report the same metric. */
  outliers(query: OutlierQuery, options?: CallOptions): Promise<OutlierComparison>
  /** Whether a rollout made things worse. */
  rollout(query: RolloutQuery, options?: CallOptions): Promise<RolloutCheck>
}

/** The comparing operations of a client. */
export function comparisons({ client, unwrap }: Transport): Comparisons {
  return {
    outliers: (query, options) =>
      unwrap(client.GET('/cloudOutlierDetection', { params: { query: given(query) }, ...options })),
    rollout: ({ at, ...query }, options) =>
      unwrap(client.GET('/cloudRolloutCheck', { params: { query: { at, ...given(query) } }, ...options })),
  }
}
