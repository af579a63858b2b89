import { sortPresent } from '../../stats/quantile.ts'
import { fitTail, type Tail, type TailOptions, tailProbabilityUpTo, tailQuantile } from '../../stats/tail.ts'
import type { ColumnTails } from './column-model.ts'

/**
 * What two standardised residuals in a row have in common: the smaller where both lie on one side, else 0. A lone spike leaves it at 0, a
 * fault that lasts does not.
 */
export function pairZScore(previous: number, current: number): number {
  if (previous > 0 && current > 0) return Math.min(previous, current)
  if (previous < 0 && current < 0) return Math.max(previous, current)
  return Number.isNaN(current) ? current : 0
}

/**
 * In longer trainings, only every k-th row is used: a tail down to 1e-4 needs no more. Fitted by measured time and memory:
 * every k-th row trains three times as fast with equal tails.
 */
const MAX_ROWS = 40_000
/** In spreads. */
const MIN_TAIL_SCALE = 0.1
/** Standardised residuals of a drifting column hang together, so a training holds few independent ones of them. */
const DRIFTING_PRIOR = { shape: 0.5, weight: 200 }

/** Tails of the rows that `isChosen` takes; where there are none, tails that call nothing anomalous. Of a drifting column both
 * sides are taken together, since the way it happened to drift in training says nothing about later. */
export function fitColumnTails(
  zScores: Float64Array,
  isSymmetric: boolean,
  isChosen: (row: number) => boolean = () => true,
): ColumnTails {
  const stride = Math.ceil(zScores.length / MAX_ROWS)
  const rows = Int32Array.from({ length: Math.ceil(zScores.length / stride) }, (_, k) => k * stride).filter(isChosen)
  const chosen = Float64Array.from(rows, (row) => zScores[row]!)
  const pairs = Float64Array.from(rows, (row) => pairZScore(zScores[row - 1] ?? 0, zScores[row]!))
  if (isSymmetric) return symmetricTails(chosen, pairs)
  const [sorted, sortedPairs] = [sortPresent(chosen), sortPresent(pairs)]
  const up = upper(sorted)
  const down = upper(negate(sorted))
  return { up, down, pairUp: upper(sortedPairs, up), pairDown: upper(negate(sortedPairs), down) }
}

function symmetricTails(chosen: Float64Array, pairs: Float64Array): ColumnTails {
  const up = upper(sortPresent(mirror(chosen)), undefined, DRIFTING_PRIOR)
  const pairUp = upper(sortPresent(mirror(pairs)), up, DRIFTING_PRIOR)
  return { up, down: up, pairUp, pairDown: pairUp }
}

function mirror(values: Float64Array): Float64Array {
  const both = new Float64Array(2 * values.length)
  for (let k = 0; k < values.length; k++) {
    both[2 * k] = values[k]!
    both[2 * k + 1] = -values[k]!
  }
  return both
}

/** Pairs are at least half as wide as the single values beyond the limit, which says how large an anomalous value gets. */
function upper(sorted: Float64Array, single?: Tail, prior?: TailOptions['prior']): Tail {
  const minScale = single === undefined ? MIN_TAIL_SCALE : Math.max(MIN_TAIL_SCALE, 0.5 * single.scale)
  return fitTail(sorted.length === 0 ? new Float64Array(1) : sorted, {
    minScale,
    ...(prior === undefined ? {} : { prior }),
  })
}

/** Ascending again. */
function negate(sorted: Float64Array): Float64Array {
  return sorted.map((_, k) => -sorted[sorted.length - 1 - k]!)
}

/** Two-sided tail probability of a standardised residual, given the one before it: the smaller of both views, times two for having two. */
export function columnProbability(tails: ColumnTails, previous: number, current: number): number {
  if (Number.isNaN(current)) return current
  const single =
    current >= 0 ? tailProbabilityUpTo(tails.up, current, 1 / 4) : tailProbabilityUpTo(tails.down, -current, 1 / 4)
  const pair = pairZScore(previous, current)
  if (pair === 0) return 4 * single
  return (
    4 *
    (pair > 0 ? tailProbabilityUpTo(tails.pairUp, pair, single) : tailProbabilityUpTo(tails.pairDown, -pair, single))
  )
}

/** The standardised residuals between which all but `p` of the values lie. */
export function zScoreBand(tails: ColumnTails, p: number): { low: number; high: number } {
  return { low: -tailQuantile(tails.down, p / 2), high: tailQuantile(tails.up, p / 2) }
}
