import { createNeuronFinder } from './neuron-finder.ts'

/** A self-organising map of 32 × 32 neurons over `dims` coordinates; `area` is each neuron's summed distance to its neighbours. */
export type Som = { dims: number; codeBook: Float32Array; area: Float32Array; hits: Float32Array }

/** Neurons along one side. Source: Dean, Nguyen and Gu, ICAC 2012: maps of 20 × 20 to 32 × 32. */
export const SOM_SIDE = 32
const NEURONS = SOM_SIDE * SOM_SIDE
/** Passes over the training rows. */
const EPOCHS = 8
/** Radius of the neighbourhood in the first pass, which shrinks by a constant factor to that of the last. */
const FIRST_RADIUS = 8
/** Radius of the neighbourhood in the last pass. */
const LAST_RADIUS = 1

/**
 * Trains a map by batches (Kohonen 2001, section 3.6) from a plane along the first two coordinates, so that no chance is
 * involved. `rows` are row-major, `dims` wide, the coordinates in falling order of variance; `deviations` are theirs.
 */
export function trainSom(rows: Float32Array, dims: number, deviations: ArrayLike<number>): Som {
  const codeBook = plane(dims, deviations)
  const winners = new Int32Array(rows.length / dims)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    assign(codeBook, dims, rows, winners)
    const radius = FIRST_RADIUS * (LAST_RADIUS / FIRST_RADIUS) ** (epoch / (EPOCHS - 1))
    update(codeBook, dims, rows, winners, radius)
  }
  assign(codeBook, dims, rows, winners)
  const hits = new Float32Array(NEURONS)
  for (const winner of winners) hits[winner]!++
  return { dims, codeBook, area: areas(codeBook, dims), hits }
}

function plane(dims: number, deviations: ArrayLike<number>): Float32Array {
  const codeBook = new Float32Array(NEURONS * dims)
  for (let n = 0; n < NEURONS; n++) {
    codeBook[n * dims] = place(n % SOM_SIDE) * (deviations[0] ?? 0)
    if (dims > 1) codeBook[n * dims + 1] = place(Math.floor(n / SOM_SIDE)) * deviations[1]!
  }
  return codeBook
}

function place(index: number): number {
  return (index / (SOM_SIDE - 1) - 0.5) * 4
}

function assign(codeBook: Float32Array, dims: number, rows: Float32Array, winners: Int32Array): void {
  const finder = createNeuronFinder(codeBook, dims)
  for (let row = 0; row < winners.length; row++) winners[row] = finder.find(rows, row * dims, winners[row])
}

/** Each neuron becomes the mean of the rows, weighted by how near to it on the map they were won. */
function update(codeBook: Float32Array, dims: number, rows: Float32Array, winners: Int32Array, radius: number): void {
  const width = dims + 1
  const sums = new Float64Array(NEURONS * width)
  for (let row = 0; row < winners.length; row++) {
    const at = winners[row]! * width
    for (let j = 0; j < dims; j++) sums[at + j]! += rows[row * dims + j]!
    sums[at + dims]!++
  }
  const smooth = smoothGrid(sums, width, radius)
  for (let n = 0; n < NEURONS; n++) {
    const weight = smooth[n * width + dims]!
    if (weight < 1e-6) continue
    for (let j = 0; j < dims; j++) codeBook[n * dims + j] = smooth[n * width + j]! / weight
  }
}

/** Spreads `width` numbers a neuron over the map with a Gaussian of the given radius, first along rows, then along columns. */
export function smoothGrid(values: Float64Array, width: number, radius: number): Float64Array {
  const kernel = Float64Array.from({ length: SOM_SIDE }, (_, d) => Math.exp(-(d * d) / (2 * radius * radius)))
  const along = new Float64Array(values.length)
  const out = new Float64Array(values.length)
  spreadLine(values, along, width, kernel, 1, SOM_SIDE)
  spreadLine(along, out, width, kernel, SOM_SIDE, 1)
  return out
}

function spreadLine(
  from: Float64Array,
  to: Float64Array,
  width: number,
  kernel: Float64Array,
  step: number,
  lineStep: number,
): void {
  for (let line = 0; line < SOM_SIDE; line++) {
    for (let a = 0; a < SOM_SIDE; a++) {
      const source = (line * lineStep + a * step) * width
      if (from[source + width - 1] === 0) continue
      for (let b = 0; b < SOM_SIDE; b++) {
        const weight = kernel[Math.abs(a - b)]!
        if (weight < 1e-9) continue
        const target = (line * lineStep + b * step) * width
        for (let j = 0; j < width; j++) to[target + j]! += weight * from[source + j]!
      }
    }
  }
}

/** Summed distance to the four neighbours; neurons at the edge count theirs more. */
function areas(codeBook: Float32Array, dims: number): Float32Array {
  const area = new Float32Array(NEURONS)
  for (let n = 0; n < NEURONS; n++) {
    const x = n % SOM_SIDE
    const y = Math.floor(n / SOM_SIDE)
    const neighbours = [x > 0 ? n - 1 : -1, x < SOM_SIDE - 1 ? n + 1 : -1, y > 0 ? n - SOM_SIDE : -1, n + SOM_SIDE]
    const inside = neighbours.filter((other) => other >= 0 && other < NEURONS)
    const sum = inside.reduce((total, other) => total + distanceOf(codeBook, dims, n, other), 0)
    area[n] = (4 * sum) / inside.length
  }
  return area
}

function distanceOf(codeBook: Float32Array, dims: number, a: number, b: number): number {
  let sum = 0
  for (let j = 0; j < dims; j++) sum += (codeBook[a * dims + j]! - codeBook[b * dims + j]!) ** 2
  return Math.sqrt(sum)
}
