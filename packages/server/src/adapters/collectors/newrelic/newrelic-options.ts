import type { DataType } from '../../../schema/wire-types.ts'

export interface NewRelicOptions {
  readonly region: 'US' | 'EU'
  /** Of a gateway, in place of the region's own address. */
  readonly endpoint?: string | undefined
  /** A user key. */
  readonly apikey: string
  readonly accountId: number
  readonly dataType: DataType
  /** Queries without a time, such as `SELECT count(*) FROM Transaction FACET appName`; of logs, all lines where there are none. */
  readonly nrql: readonly string[]
  /** Metrics that are collected by entity beside the queries. With neither, all of the last hour are, up to 1,000. */
  readonly metrics?: readonly string[] | undefined
}
