import { autocorrelation } from './autocorrelation.ts'
import { quantileSorted, sortPresent } from './quantile.ts'

/** Blocks that a sample is cut into. */
const BLOCKS = 20
/** So many of the largest blocks may hold an incident: they count as large as the one after them. */
const CENSORED = 2
/** The prior counts for so many blocks. */
const PRIOR_BLOCKS = 4
/** The slope is at least this part of the prior. */
const MIN_SLOPE = 0.5
/** The slope of rows is taken between these parts of them, and is at least this. */
const ROWS_FROM = 0.9
const ROWS_TO = 0.99
const MIN_ROW_SLOPE = 0.05
/** How much a sample of few independent rows widens the prior. Fitted on simulated systems and the sample shop. */
const WIDENING = 2
/** Rows further apart than where their correlation has fallen to this are independent. */
const UNCORRELATED = 0.1

/**
 * The value that a statistic of a series reaches once in so many rows, by the largest values of blocks of a sample: neighbouring rows are alike,
 * and many of them that are large together are one event. The maxima fall off exponentially. Their slope is drawn to that of the rows' upper tenth
 * (Hill 1975), made wider by the square root of the share of independent rows. Undefined for fewer than two rows a block, and where there is NaN.
 */
export function valueOnceIn(values: Float64Array, rows: number): number | undefined {
  if (values.length < 2 * BLOCKS || values.some(Number.isNaN)) return undefined
  const maxima = blockMaxima(values)
  const middle = maxima[BLOCKS / 2]!
  const prior = slopeOfRows(values) * (1 + WIDENING * Math.sqrt(memoryOf(values) / values.length))
  const largest = maxima[BLOCKS - 1 - CENSORED]!
  const beyond = maxima.subarray(BLOCKS / 2 + 1)
  const excess = beyond.reduce((sum, maximum) => sum + Math.min(maximum, largest) - middle, 0)
  const mean = (excess + PRIOR_BLOCKS * prior) / (beyond.length - CENSORED + PRIOR_BLOCKS)
  // Every second block reaches the middle of the maxima: ln 2 times a block, as more than one may fall into it
  const times = (Math.LN2 * rows * BLOCKS) / values.length
  return middle + Math.max(mean, MIN_SLOPE * prior) * Math.max(0, Math.log(times))
}

function blockMaxima(values: Float64Array): Float64Array {
  const edge = (block: number): number => Math.floor((block * values.length) / BLOCKS)
  return Float64Array.from({ length: BLOCKS }, (_, block) =>
    values.subarray(edge(block), edge(block + 1)).reduce((max, value) => Math.max(max, value)),
  ).sort()
}

/** Mean excess of the upper rows, the very largest counting as the least of them. */
function slopeOfRows(values: Float64Array): number {
  const sorted = sortPresent(values)
  const [limit, cut] = [quantileSorted(sorted, ROWS_FROM), quantileSorted(sorted, ROWS_TO)]
  const upper = sorted.subarray(Math.floor(ROWS_FROM * sorted.length))
  const excess = upper.reduce((sum, value) => sum + Math.max(0, Math.min(value, cut) - limit), 0)
  return Math.max(MIN_ROW_SLOPE, excess / Math.max(1, Math.floor((ROWS_TO - ROWS_FROM) * sorted.length)))
}

/** Rows that make one independent one: twice the lag at which their correlation has gone, by steps of a fifth. */
function memoryOf(values: Float64Array): number {
  let lag = 1
  for (; lag < values.length / 4; lag = Math.max(lag + 1, Math.floor(1.2 * lag)))
    if (autocorrelation(values, lag) <= UNCORRELATED) break
  return 2 * lag
}
