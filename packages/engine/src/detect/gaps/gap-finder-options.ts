import type { SeriesKey } from '../../series/frame.ts'
import type { GapExpectation } from './gap-expectation.ts'

/** `stepMs` is the sampling interval, which durations are given in. */
export type GapFinderOptions = {
  series: readonly SeriesKey[]
  stepMs: number
  /** By column, in the order of the series. */
  expected: readonly GapExpectation[]
  /** Whether a series that has not had a value yet is awaited: it is where a model knows it. */
  isAwaited: boolean
  /** By whose clocks times of the day are quiet; UTC without one. */
  timeZone?: string | undefined
}
