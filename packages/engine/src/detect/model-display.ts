import type { Calibration } from './calibration.ts'

/** What a model learned, for people to look at. All values are in the units of the series. */
export type ModelDisplay = {
  /** The self-organising map, row by row; absent where the type has none or more than one. */
  map?: {
    width: 32
    height: 32
    seriesIds: string[]
    /** Per neuron, the state it stands for: one value per series. */
    weights: number[][]
    /** Per neuron, how many training rows it won. */
    hits: number[]
    /** Per neuron, the summed distance to its four neighbours, in deviations: high ridges part the states. */
    area: number[]
  }
  /** The range that 99 % of normal values keep to; by hour of the week (Monday 00:00 first, by the clocks of the model's time zone) where a rhythm was found. */
  bands: SeriesBand[]
  groups: { name: string; seriesIds: string[] }[]
  calibration: Calibration
}

/** The expected range of one series. */
export type SeriesBand = {
  seriesId: string
  byHourOfWeek?: { low: number[]; mid: number[]; high: number[] }
  low: number
  mid: number
  high: number
}
