import type { StateCell } from '@omen/charts'
import type { ModelDisplay } from '@omen/sdk'

type StateMap = NonNullable<ModelDisplay['map']>

export interface StateWeight {
  seriesId: string
  value: number
  /** Minimum and maximum of this series over all states that occurred. */
  low: number
  high: number
}

export const stateIndex = (map: Pick<StateMap, 'width'>, { column, row }: StateCell): number => row * map.width + column

/** Value of every series in one state, with its span over all states that occurred. */
export const weightsOf = (map: StateMap, cell: StateCell): StateWeight[] => {
  const own = map.weights[stateIndex(map, cell)]
  if (own === undefined) return []
  const met = map.weights.filter((_, index) => (map.hits[index] ?? 0) > 0)
  return map.seriesIds.map((seriesId, index) => {
    const values = met.map((weights) => weights[index] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return {
      seriesId,
      value: own[index] ?? Number.NaN,
      low: values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY),
      high: values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY),
    }
  })
}

export const hitShare = (map: StateMap, cell: StateCell): number => {
  const all = map.hits.reduce((sum, hits) => sum + hits, 0)
  return all === 0 ? 0 : (map.hits[stateIndex(map, cell)] ?? 0) / all
}
