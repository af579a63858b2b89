import type { DataType } from '../../../schema/wire-types.ts'

export type DatadogSite =
  | 'datadoghq.com'
  | 'us3.datadoghq.com'
  | 'us5.datadoghq.com'
  | 'datadoghq.eu'
  | 'ap1.datadoghq.com'
  | 'ap2.datadoghq.com'
  | 'ddog-gov.com'

export interface DatadogOptions {
  readonly site: DatadogSite
  /** Of a gateway, in place of the site's own address. */
  readonly endpoint?: string | undefined
  readonly apikey: string
  readonly appkey: string
  readonly dataType: DataType
  /** Metric queries, such as `avg:system.cpu.user{*} by {host}`; of logs, searches that are joined by OR. */
  readonly query: readonly string[]
  /** Metrics that are collected by host beside the queries. With neither, all active ones are, up to 1,000. */
  readonly metrics?: readonly string[] | undefined
  /** Only of these hosts; all where there are none. They do not narrow `query`. */
  readonly hosts?: readonly string[] | undefined
}
