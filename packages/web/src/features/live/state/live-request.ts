import type { LiveQuery } from '@omen/sdk'

/** Which part of a project is shown. */
export interface LiveRequest {
  /** `name`, or `name@owner`. */
  address: string
  spanMs: number
  metrics: readonly string[]
  instances: readonly string[]
  /** Empty for all. */
  group: string
  /** 0 for no forecast. */
  predictHours: number
}

/** Of the values that lines are drawn from over the whole time shown. */
export const wholeBuckets = 600

export const isFiltered = ({ metrics, instances, group }: LiveRequest): boolean =>
  metrics.length + instances.length > 0 || group !== ''

/** The filter, as the API takes it. */
export const filterOf = ({ metrics, instances, group }: LiveRequest): LiveQuery => ({
  ...(metrics.length > 0 && { metric: [...metrics] }),
  ...(instances.length > 0 && { instance: [...instances] }),
  ...(group !== '' && { group }),
})
