import { quantileSorted, sortPresent } from './quantile.ts'

/** A bandwidth is at least this part of the range shown: constants are drawn as a narrow peak. */
const NARROWEST = 1 / 60
/** Values that a density is made of. */
const MAX_VALUES = 2000

/**
 * The densities of several samples at the same points, by a Gaussian kernel with the bandwidth of Silverman (1986, 3.31). The points
 * cover all samples but the outermost half percent on each side. NaN is left out; a sample without values has the density 0 everywhere.
 */
export function densities(
  samples: readonly ArrayLike<number>[],
  points: number,
): { at: Float64Array; densities: Float64Array[] } {
  const sorted = samples.map(sortPresent)
  const filled = sorted.filter(({ length }) => length > 0)
  const low = Math.min(...filled.map((one) => quantileSorted(one, 0.005)))
  const high = Math.max(...filled.map((one) => quantileSorted(one, 0.995)))
  if (filled.length === 0) return { at: new Float64Array(0), densities: samples.map(() => new Float64Array(0)) }
  const width = high - low || Math.abs(low) / 10 || 1
  const widths = sorted.map((one) => Math.max(NARROWEST * width, bandwidth(one) || 0))
  const margin = Math.min(width, 2 * Math.max(...widths))
  const [from, to] = [low - margin, high + margin]
  const at = Float64Array.from({ length: points }, (_, k) => from + (k / (points - 1)) * (to - from))
  return { at, densities: sorted.map((one, k) => densityAt(at, one, widths[k]!)) }
}

function bandwidth(sorted: Float64Array): number {
  const mean = sorted.reduce((sum, value) => sum + value / sorted.length, 0)
  const deviation = Math.sqrt(sorted.reduce((sum, value) => sum + (value - mean) ** 2 / sorted.length, 0))
  const quartiles = (quantileSorted(sorted, 0.75) - quantileSorted(sorted, 0.25)) / 1.349
  return 0.9 * Math.min(deviation, quartiles || deviation) * sorted.length ** -0.2
}

function densityAt(points: Float64Array, sorted: Float64Array, width: number): Float64Array {
  if (sorted.length === 0) return new Float64Array(points.length)
  const stride = Math.ceil(sorted.length / MAX_VALUES)
  return points.map((point) => {
    let sum = 0
    let count = 0
    for (let k = stride >> 1; k < sorted.length; k += stride) {
      const distance = (point - sorted[k]!) / width
      sum += Math.exp(-0.5 * distance * distance)
      count++
    }
    return sum / (Math.max(1, count) * width * Math.sqrt(2 * Math.PI))
  })
}
