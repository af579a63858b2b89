import { medianInPlace } from '../stats/median-in-place.ts'
import { median, sortPresent } from '../stats/quantile.ts'
import { robustScale } from '../stats/robust-scale.ts'

/** A history without gaps, as it was and without its incidents. */
export type CleanHistory = { filled: Float64Array; cleaned: Float64Array; usual: Float64Array }

/** Spreads from the usual value that make an incident. */
const FAR = 5
/** The part of a period that an incident may last. */
const LONGEST = 0.5
/** Cycles before it that say what a value usually is. */
const EARLIER = 7
/** Values before it that say so where there is no season. */
const NEIGHBOURS = 24

/**
 * Fills gaps with the usual value of the hour, and puts it in the place of incidents. Usual is the median of the same phase in earlier
 * seasons (or of the values just before, where `period` is 0). What stays away for longer than half a period is no incident but a new
 * level, and is kept from then on.
 */
export function cleanHistory(values: Float64Array, period: number): CleanHistory {
  const filled = fillGaps(values, period)
  const buffer = new Float64Array(NEIGHBOURS)
  const usual = filled.map((_, k) => expectedAt(filled, k, period, buffer))
  const distances = filled.map((value, k) => value - usual[k]!)
  const { center, scale } = robustScale(sortPresent(distances))
  const patience = Math.max(3, Math.round(LONGEST * period))
  let away = 0
  const cleaned = filled.map((value, k) => {
    const isAway = Math.abs(distances[k]! - center) > FAR * scale
    away = isAway ? away + 1 : 0
    return isAway && away <= patience ? usual[k]! + center : value
  })
  return { filled, cleaned, usual }
}

/** A gap takes the value of one period before where there is one and the gap is not short, else the value before it. */
function fillGaps(values: Float64Array, period: number): Float64Array {
  const out = values.slice()
  let before = values.find((value) => !Number.isNaN(value)) ?? 0
  let gap = 0
  for (let k = 0; k < out.length; k++) {
    gap = Number.isNaN(out[k]!) ? gap + 1 : 0
    if (gap > 0) out[k] = gap > period / 24 && period > 0 && k >= period ? out[k - period]! : before
    before = out[k]!
  }
  return out
}

function expectedAt(values: Float64Array, k: number, period: number, buffer: Float64Array): number {
  if (period === 0) {
    const count = Math.min(NEIGHBOURS, Math.max(1, k))
    for (let c = 0; c < count; c++) buffer[c] = values[Math.max(0, k - c - 1)]!
    return medianInPlace(buffer, count)
  }
  const cycles = Math.min(EARLIER, Math.floor(k / period))
  if (cycles >= 2) {
    for (let c = 0; c < cycles; c++) buffer[c] = values[k - (c + 1) * period]!
    return medianInPlace(buffer, cycles)
  }
  const later: number[] = []
  for (let at = k % period; at < values.length && later.length < EARLIER; at += period) later.push(values[at]!)
  return median(later)
}
