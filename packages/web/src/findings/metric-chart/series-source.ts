import type { SeriesData } from '@omen/sdk'
import { createContext, useContext } from 'react'
import type { Range } from '../../lib/address/url-codecs.ts'
import type { SeriesRequest } from './series-query.ts'

export interface SeriesResult {
  /** Of the range before while this one loads, and while it cannot be read. */
  data: SeriesData | undefined
  error: unknown
  isFetching: boolean
  /** From here on values may still change, epoch ms; absent where all are final. */
  provisionalFrom?: number | undefined
}

/** Where the values of an analysis come from. */
export interface SeriesSource {
  /** A hook: values of some series of an analysis in the visible range, or in all of it, as fine as asked for. */
  useSeries: (analysisId: string, request: SeriesRequest, range: Range | null) => SeriesResult
  /** An empty bucket says nothing, since series need not send in each: only the reported gaps are gaps. */
  hasEmptyBuckets: boolean
}

const SeriesContext = createContext<SeriesSource | null>(null)

/** Gives the charts below it their values. */
export const SeriesProvider = SeriesContext.Provider

export const useSeriesSource = (): SeriesSource => {
  const source = useContext(SeriesContext)
  if (source === null) throw new Error('No SeriesProvider around an analysis')
  return source
}
