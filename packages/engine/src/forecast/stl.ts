import { loess, loessWindow, tricube } from '../stats/loess.ts'

/**
 * Turns of season and trend. Source: Cleveland, Cleveland, McRae and Terpenning 1990: two passes without the outer
 * loop.
 */
const PASSES = 2

/**
 * The season of a series by loess (STL; Cleveland, Cleveland, McRae and Terpenning 1990), with a level over the cycles of a phase and
 * without its outer loop: incidents are to be taken out before. `values` are evenly spaced, without NaN; `period` counts in values;
 * the season changes over `window` cycles. Throws RangeError for less than two periods.
 */
export function stlSeason(values: Float64Array, period: number, window: number): Float64Array {
  const count = values.length
  if (!(period >= 2 && count >= 2 * period)) throw new RangeError(`two periods of ${period} are not in ${count} values`)
  const seasonal = new Float64Array(count)
  const [trend, detrended, cycles, averaged, again] = workArrays(count + 2 * period)
  trend.fill(0)
  const trendWindow = Math.ceil((1.5 * period) / (1 - 1.5 / window)) | 1
  for (let pass = 1; pass <= PASSES; pass++) {
    smoothCycles(subtract(values, trend, detrended), period, window, cycles)
    movingAverage(cycles, period, averaged)
    movingAverage(averaged.subarray(0, count + period + 1), period, again)
    movingAverage(again.subarray(0, count + 2), 3, averaged)
    const slow = smooth(averaged.subarray(0, count), period | 1, again)
    for (let k = 0; k < count; k++) seasonal[k] = cycles[k + period]! - slow[k]!
    if (pass < PASSES) smooth(subtract(values, seasonal, detrended), trendWindow, trend)
  }
  return seasonal
}

type WorkArrays = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array]

let memory = new Float64Array(0)

/** Arrays that hold anything, the same at each call: a forecast would make hundreds of them, and all memory be swept every few forecasts. */
function workArrays(length: number): WorkArrays {
  if (memory.length < 5 * length) memory = new Float64Array(5 * length)
  return [0, 1, 2, 3, 4].map((k) => memory.subarray(k * length, (k + 1) * length)) as WorkArrays
}

function subtract(values: Float64Array, part: Float64Array, out: Float64Array): Float64Array {
  for (let k = 0; k < values.length; k++) out[k] = values[k]! - part[k]!
  return out.subarray(0, values.length)
}

function smooth(values: Float64Array, window: number, out: Float64Array): Float64Array {
  return loess(values, window, Math.max(1, Math.floor(window / 10)), out)
}

/** Each phase of the period smoothed over its cycles, with one cycle more at either end. */
function smoothCycles(values: Float64Array, period: number, window: number, out: Float64Array): void {
  out.fill(0)
  const max = Math.ceil(values.length / period)
  const full = values.length - (max - 1) * period
  smoothPhases(out, values, { kernels: cycleKernel(max, window), period, from: 0, to: full })
  smoothPhases(out, values, { kernels: cycleKernel(max - 1, window), period, from: full, to: period })
}

/** Phases `from` to `to`, which are next to one another in each cycle: so they are gone through in order, not phase by phase. */
function smoothPhases(
  out: Float64Array,
  values: Float64Array,
  { kernels, period, from, to }: { kernels: readonly Kernel[]; period: number; from: number; to: number },
): void {
  for (const [cycle, { left, weights }] of kernels.entries())
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k]!
      const start = (left + k) * period
      for (let phase = from; phase < to; phase++) out[phase + cycle * period]! += weight * values[start + phase]!
    }
}

type Kernel = { left: number; weights: Float64Array }

/** What each of `count` cycles, and one before and after, takes from the cycles around it; the weights of one add up to 1. */
function cycleKernel(count: number, window: number): Kernel[] {
  const kernels: Kernel[] = []
  let before = { offset: Number.NaN, width: 0, reach: 0, weights: kernelWeights(0, 0, 1) }
  for (let place = -1; place <= count; place++) {
    const { left, right, reach } = loessWindow(count, place, window)
    const offset = left - place
    const width = right - left + 1
    // Far from the ends all cycles take the same.
    if (offset !== before.offset || width !== before.width || reach !== before.reach)
      before = { offset, width, reach, weights: kernelWeights(offset, width, reach) }
    kernels.push({ left, weights: before.weights })
  }
  return kernels
}

function kernelWeights(offset: number, width: number, reach: number): Float64Array {
  const weights = new Float64Array(width)
  let mass = 0
  for (let k = 0; k < width; k++) mass += weights[k] = tricube(offset + k, reach)
  for (let k = 0; k < width; k++) weights[k]! /= mass
  return weights
}

/** Gives as many values as there are windows of `length`. */
function movingAverage(values: Float64Array, length: number, out: Float64Array): void {
  let sum = 0
  for (let k = 0; k < values.length; k++) {
    sum += values[k]! - (k >= length ? values[k - length]! : 0)
    if (k >= length - 1) out[k - length + 1] = sum / length
  }
}
