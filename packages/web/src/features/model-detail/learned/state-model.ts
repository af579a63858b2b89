import type { StateCell } from '@omen/charts'
import type { ModelDisplay } from '@omen/sdk'

type StateMap = NonNullable<ModelDisplay['map']>

export interface StateWeight {
  seriesId: string
  value: number
  /** Least and greatest value of this series over all states that were met. */
  low: number
  high: number
}

export const stateIndex = (map: Pick<StateMap, 'width'>, { column, row }: StateCell): number => row * map.width + column

/** What every series was in one state, beside its span over all states that occurred. */
export const weightsOf = (map: StateMap, cell: StateCell): StateWeight[] => {
  const own = map.weights[stateIndex(map, cell)]
  if (own === undefined) return []
  const met = map.weights.filter((_, index) => (map.hits[index] ?? 0) > 0)
  return map.seriesIds.map((seriesId, place) => {
    const values = met.map((weights) => weights[place] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return {
      seriesId,
      value: own[place] ?? Number.NaN,
      low: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
      high: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    }
  })
}

export const hitShare = (map: StateMap, cell: StateCell): number => {
  const all = map.hits.reduce((sum, hits) => sum + hits, 0)
  return all === 0 ? 0 : (map.hits[stateIndex(map, cell)] ?? 0) / all
}
