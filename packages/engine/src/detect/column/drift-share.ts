import { everyKth } from '../../stats/every-kth.ts'
import { median, sortPresent } from '../../stats/quantile.ts'
import { robustScale } from '../../stats/robust-scale.ts'

/** Parts of the training of which the levels are compared. */
const BLOCKS = 10
/** Above this part of variance between tenths of the training, a column is one that drifts. */
const DRIFT_SHARE = 0.5
/**
 * In a longer tenth, only every k-th value is used. Fitted by measured time and memory: every k-th row trains three
 * times as fast with equal tails.
 */
const MAX_VALUES = 2_000

/**
 * How much of a column's variance lies between the tenths of its time: near 0 for a column that stays, near 1 for one that
 * drifts or shifts. Robust: medians of the tenths, the one furthest off left out (one incident is no drift), and a robust spread
 * within them. 0 for fewer than 5 values a tenth.
 */
export function driftShare(values: Float64Array): number {
  const size = Math.floor(values.length / BLOCKS)
  const centers: number[] = []
  const rests: number[] = []
  for (let block = 0; block < BLOCKS; block++) {
    const present = sortPresent(everyKth(values.subarray(block * size, (block + 1) * size), MAX_VALUES))
    if (present.length < 5) continue
    const center = median(present)
    centers.push(center)
    for (const value of present) rests.push(value - center)
  }
  if (centers.length < 4) return 0
  const within = robustScale(Float64Array.from(rests).sort()).scale
  const kept = withoutFurthest(centers)
  const mean = kept.reduce((sum, x) => sum + x, 0) / kept.length
  const between = kept.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (kept.length - 1)
  return between > 0 ? between / (between + within * within) : 0
}

/** Whether most of a column's variance lies between the tenths of its time. */
export function isDrifting(values: Float64Array): boolean {
  return driftShare(values) > DRIFT_SHARE
}

function withoutFurthest(centers: readonly number[]): number[] {
  const middle = median(centers)
  const distances = centers.map((center) => Math.abs(center - middle))
  const furthest = distances.indexOf(Math.max(...distances))
  return centers.filter((_, k) => k !== furthest)
}
