import { everyKth } from '../../stats/every-kth.ts'
import { quantileSorted, sortPresent } from '../../stats/quantile.ts'

/** Fewer values, or fewer different ones, do not show the shape of a distribution. */
const MIN_VALUES = 100
const MIN_DISTINCT = 50
/** In longer trainings, only every k-th value is used. */
const MAX_VALUES = 20_000
/** Values far below a tenth of the usual one count as about nothing. */
const PART_OF_MEDIAN = 0.1
/** Skewed is what leans this much: an exponential has 0.46, a log-normal of sigma 0.8 has 0.47; of sigma 0.4, 0.25 is too little. */
const SKEWED = 0.3
/** Far more: on the plain scale the values have to lean so many times as much as on the log scale. */
const TIMES_AS_MUCH = 3

/** The logarithm of a value in its unit, log(1 + value / unit): near 0 as good as the value itself, and odd below 0. */
export function toLog(value: number, unit: number): number {
  return value < 0 ? -Math.log1p(-value / unit) : Math.log1p(value / unit)
}

/** The value that has a logarithm. */
export function fromLog(log: number, unit: number): number {
  return log < 0 ? -unit * Math.expm1(-log) : unit * Math.expm1(log)
}

/**
 * The unit in which a column can be read on a log scale: a tenth of its median. Undefined where a value is negative, one in ten or
 * more is 0, or there are too few different values (percentages at rest, states, small counts).
 */
export function logUnitOf(values: Float64Array): number | undefined {
  if (values.some((value) => value < 0)) return undefined
  const sorted = sortPresent(everyKth(values, MAX_VALUES))
  if (sorted.length < MIN_VALUES || !(quantileSorted(sorted, 0.1) > 0)) return undefined
  let distinct = 1
  for (let k = 1; k < sorted.length; k++) if (sorted[k] !== sorted[k - 1]) distinct++
  const unit = PART_OF_MEDIAN * quantileSorted(sorted, 0.5)
  return distinct >= MIN_DISTINCT && Number.isFinite(1 / unit) ? unit : undefined
}

/**
 * How far values lean to the right, from -1 to 1 and 0 for symmetric ones: what the upper tenth lies further from the middle than
 * the lower one, by their distance (Hinkley 1975 after Bowley). Outliers do not move it. 0 for fewer values than tell.
 */
export function quantileSkewness(values: Float64Array): number {
  const sorted = sortPresent(everyKth(values, MAX_VALUES))
  if (sorted.length < MIN_VALUES) return 0
  const [low, mid, high] = [0.1, 0.5, 0.9].map((share) => quantileSorted(sorted, share)) as [number, number, number]
  return high > low ? (high - mid - (mid - low)) / (high - low) : 0
}

/** Whether values that lean so far are worth a try on the log scale. */
export function isSkewed(skewness: number): boolean {
  return skewness > SKEWED
}

/** Whether the log scale has taken away enough of the skewness to be kept. */
export function isStraightened(plain: number, onLog: number): boolean {
  return TIMES_AS_MUCH * Math.abs(onLog) <= plain
}
