import type { LiveQuery } from '@omen/sdk'
import type { Overrides } from '../../../findings/sensitivity/sensitivity-view.ts'

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
  /** Null for those of the project. */
  pvalue: number | null
  cvalue: number | null
}

/** Of the values that lines are drawn from over the whole time shown. */
export const WHOLE_BUCKETS = 600

export const isFiltered = ({ metrics, instances, group }: LiveRequest): boolean =>
  metrics.length + instances.length > 0 || group !== ''

/** The filter and the sensitivity, as the API takes them. */
export const queryOf = ({ metrics, instances, group, pvalue, cvalue }: LiveRequest): LiveQuery => ({
  ...sensitivityOf({ pvalue, cvalue }),
  ...(metrics.length > 0 && { metric: [...metrics] }),
  ...(instances.length > 0 && { instance: [...instances] }),
  ...(group !== '' && { group }),
})

const sensitivityOf = ({ pvalue, cvalue }: Overrides): LiveQuery => ({
  ...(pvalue !== null && { pvalue }),
  ...(cvalue !== null && { cvalue }),
})
