import type { JointModel } from './joint/joint-model.ts'
import { createJointReader } from './joint/joint-reader.ts'
import { SOM_SIDE, smoothGrid } from './joint/som.ts'

/** Neurons around a winner that share in its rows. */
const RADIUS = 1.5
/** Of more rows every k-th is placed on the map. */
const MAX_ROWS = 4096

/**
 * The state that each neuron stands for, in the units of the series: the mean of the training rows won by it and its
 * neighbours. `states[neuron * series + column]`; the mean of all rows where none is near.
 */
export function mapStates(
  joint: JointModel,
  columns: readonly Float64Array[],
  zScores: readonly Float64Array[],
): Float32Array {
  const size = columns.length
  const reader = createJointReader(joint)
  const stride = Math.max(1, Math.ceil(columns[0]!.length / MAX_ROWS))
  const width = 2 * size + 1
  const sums = new Float64Array(SOM_SIDE * SOM_SIDE * width)
  const whole = new Float64Array(width)
  const one = new Float64Array(size)
  for (let row = 0; row < columns[0]!.length; row += stride) {
    for (let j = 0; j < size; j++) one[j] = zScores[j]![row]!
    const at = reader.measure(one).neuron * width
    for (let j = 0; j < size; j++) {
      const value = columns[j]![row]!
      if (Number.isNaN(value)) continue
      sums[at + 2 * j]! += value
      sums[at + 2 * j + 1]!++
      whole[2 * j]! += value
      whole[2 * j + 1]!++
    }
    sums[at + width - 1]!++
  }
  return meanStates(smoothGrid(sums, width, RADIUS), whole, size)
}

function meanStates(smooth: Float64Array, whole: Float64Array, size: number): Float32Array {
  const width = 2 * size + 1
  const states = new Float32Array(SOM_SIDE * SOM_SIDE * size)
  for (let n = 0; n < SOM_SIDE * SOM_SIDE; n++) {
    for (let j = 0; j < size; j++) {
      const count = smooth[n * width + 2 * j + 1]!
      const mean = whole[2 * j]! / Math.max(1, whole[2 * j + 1]!)
      states[n * size + j] = count > 1e-3 ? smooth[n * width + 2 * j]! / count : mean
    }
  }
  return states
}
