import { stlSeason } from './stl.ts'

/** A series as the sum of one season a period, and the rest: level and noise. */
export type MultiSeason = { seasons: Float64Array[]; rest: Float64Array }

/** Turns over the seasons. */
const PASSES = 2

/**
 * Several seasons by turns of STL, the shortest first, each on the series without the others (MSTL; Bandara, Hyndman and Bergmeir
 * 2021). `values` are evenly spaced, without NaN; `periods` ascend, each at least twice in the values. A season may change over 11
 * cycles, one that comes more than twelve times in the longest period over 48, which keeps its noise down.
 */
export function mstl(values: Float64Array, periods: readonly number[]): MultiSeason {
  const seasons = periods.map(() => new Float64Array(values.length))
  const rest = values.slice()
  for (let pass = 0; pass < (periods.length > 1 ? PASSES : 1); pass++) {
    for (const [which, period] of periods.entries()) {
      const season = seasons[which]!
      for (let k = 0; k < rest.length; k++) rest[k]! += season[k]!
      season.set(stlSeason(rest, period, periods.at(-1)! > 12 * period ? 48 : 11))
      for (let k = 0; k < rest.length; k++) rest[k]! -= season[k]!
    }
  }
  return { seasons, rest }
}

/** What the seasons add at a step after their end, 0 being the first, with their last cycles repeated. */
export function seasonAhead(seasons: readonly Float64Array[], periods: readonly number[], ahead: number): number {
  let sum = 0
  for (const [which, period] of periods.entries()) {
    const season = seasons[which]!
    sum += season[season.length - period + (ahead % period)]!
  }
  return sum
}
