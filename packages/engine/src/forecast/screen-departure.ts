import { median } from '../stats/quantile.ts'
import { DEPARTURE_MARGIN } from './outlook.ts'

/** The least and the largest value of each hour, oldest first; NaN in an hour without values. */
export type HourlyRange = {
  low: Float64Array
  high: Float64Array
}

const DAY = 24
/** Hours that are compared with the same hours of the day before. */
const COMPARED = 6

/** Hours of history that the screen looks at. */
export const SCREEN_HOURS: number = DAY + COMPARED

/**
 * Whether a series is worth a forecast of the next day: if that day is like the one before, but for what has changed since then, it leaves the range of
 * these hours. Answers by how many times that range it does so, 0 if it does not. A cheap screen before the forecast proper, and a generous one, since a range of
 * fewer hours is left sooner. Expects `SCREEN_HOURS` hours; 0 where half of the last ones, or of the same ones a day before, are empty.
 */
export function screenDeparture({ low, high }: HourlyRange): number {
  const hours = low.length
  const middle = (hour: number): number => (low[hour]! + high[hour]!) / 2
  const changes = Array.from(
    { length: COMPARED },
    (_, back) => middle(hours - 1 - back) - middle(hours - 1 - back - DAY),
  )
  const present = changes.filter((change) => !Number.isNaN(change))
  if (present.length <= COMPARED / 2) return 0
  const change = median(present)
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  // NaN of an hour without values is neither less nor more than anything
  for (let hour = 0; hour < hours; hour++) {
    if (low[hour]! < min) min = low[hour]!
    if (high[hour]! > max) max = high[hour]!
  }
  let beyond = 0
  for (let hour = hours - DAY; hour < hours; hour++) {
    const over = Math.max(high[hour]! + change - max, min - (low[hour]! + change))
    if (over > beyond) beyond = over
  }
  return beyond > DEPARTURE_MARGIN * (max - min) ? beyond / (max - min) : 0
}
