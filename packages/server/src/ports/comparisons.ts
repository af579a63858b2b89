import type { PeerOptions, RolloutOptions, SeriesKey } from '@omen/engine'
import type { DisplayedVersion, OutlierComparison, RolloutCheck, SameData } from '../schema/wire-types.ts'
import type { StoredModel } from './compute.ts'

/** A metric of a service. */
export interface MetricName {
  readonly metric: string
  readonly service?: string | undefined
}

/** Series on a grid; `rates` are the places of counters, which are compared by their increase per second. */
interface ComparedSeries {
  readonly stepMs: number
  readonly series: readonly SeriesKey[]
  readonly rates: readonly number[]
  /** By place. */
  readonly units: readonly string[]
  /** Of a line that is drawn. */
  readonly buckets: number
}

export interface PeerTask extends ComparedSeries {
  readonly times: Float64Array
  readonly columns: readonly Float64Array[]
  readonly options: PeerOptions
  /** The group to draw; the first if omitted. */
  readonly show?: MetricName | undefined
  readonly states: boolean
}

export type PeersCompared = Pick<OutlierComparison, 'groups' | 'shown' | 'states'>

/** `spans` are parts of a grid that begins at `from`, each at a whole number of steps after it. */
export interface RolloutTask extends ComparedSeries {
  readonly from: number
  readonly steps: number
  readonly spans: readonly { readonly first: number; readonly columns: readonly Float64Array[] }[]
  readonly options: RolloutOptions
  readonly show?: MetricName | undefined
}

export type RolloutCompared = Pick<RolloutCheck, 'verdict' | 'findings' | 'shown'>

/** The same rows for several versions of a model; each has the places of its series, -1 for one without rows. */
export interface SameDataTask {
  readonly times: Float64Array
  readonly columns: readonly Float64Array[]
  readonly stepMs: number
  readonly pvalue: number
  readonly cvalue: number
  readonly versions: readonly {
    readonly from: DisplayedVersion['from']
    readonly model: StoredModel
    readonly places: readonly number[]
  }[]
}

export type SameDataVersions = SameData['versions']
