import { findRhythm } from '../../../packages/engine/src/detect/column/rhythm.ts'
import type { RowSpan } from '../../../packages/engine/src/index.ts'
import { findStepMs } from '../../../packages/engine/src/series/find-step.ts'
import { createRandom, normal } from '../../../packages/engine/src/stats/random.ts'
import { simulateShop } from '../../../samples/shop/simulate-shop.ts'
import { readCorpus } from '../nab-world/read-corpus.ts'

export const DAY = 86_400_000

/** A series to be forecast, with the rows that are labelled as abnormal. */
export type TrialSeries = {
  name: string
  metric: string
  times: Float64Array
  values: Float64Array
  stepMs: number
  abnormal: readonly RowSpan[]
}

/** The files of NAB: those in which the engine finds a rhythm of the day or the week, by the rule by which it trains models, and the others. */
export function nabSeries(): { seasonal: TrialSeries[]; others: TrialSeries[] } {
  const all = readCorpus().map(({ name, times, values, windows }) => {
    const [, file = name] = /([^/]+)\.csv$/.exec(name) ?? []
    return { name: file, metric: file, times, values, stepMs: findStepMs(times), abnormal: windows }
  })
  const isSeasonal = ({ times, values, stepMs }: TrialSeries): boolean =>
    findRhythm(times, values, stepMs) !== undefined
  return { seasonal: all.filter(isSeasonal), others: all.filter((one) => !isSeasonal(one)) }
}

/** Random walks over four weeks, of which nothing but the last value can be known. */
export function randomWalks(seeds: readonly number[]): TrialSeries[] {
  const stepMs = 600_000
  return seeds.map((seed) => {
    const random = createRandom(seed)
    let level = 0
    const values = Float64Array.from({ length: (28 * DAY) / stepMs }, () => (level += normal(random)))
    const times = values.map((_, row) => Date.UTC(2026, 2, 2) + row * stepMs)
    return { name: `walk, seed ${seed}`, metric: 'walk', times, values, stepMs, abnormal: [] }
  })
}

/** Every series of the sample shop over four quiet weeks, for each seed. */
export function shopSeries(seeds: readonly number[]): TrialSeries[] {
  const stepMs = 600_000
  return seeds.flatMap((seed) => {
    const run = simulateShop({ seed, from: Date.UTC(2026, 2, 2), stepMs, rows: (28 * DAY) / stepMs, faults: [] })
    return run.names.map((name, k) => {
      const metric = name.slice(0, name.indexOf('['))
      return { name: `${name}, seed ${seed}`, metric, times: run.times, values: run.columns[k]!, stepMs, abnormal: [] }
    })
  })
}
