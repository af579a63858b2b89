/** Finds the neuron nearest to a point; `distance` is the squared distance of the last one found. */
export type NeuronFinder = { distance: number; find(points: Float32Array, from: number): number }

/** Neurons along one side of a block of the map. */
const BLOCK = 4

/**
 * An exact search over the code book of a square map (row-major, `dims` wide). Neighbours on a map are alike, so it is searched
 * by blocks of 4 × 4 neurons: a block is left out when its middle lies further off than the best so far by more than its radius.
 */
export function createNeuronFinder(codeBook: Float32Array, dims: number, side: number): NeuronFinder {
  const perSide = side / BLOCK
  const blocks = perSide * perSide
  const members = Int32Array.from({ length: side * side }, (_, k) => memberOf(k, side))
  const vectors = new Float64Array(codeBook.length)
  for (let k = 0; k < members.length; k++)
    for (let j = 0; j < dims; j++) vectors[k * dims + j] = codeBook[members[k]! * dims + j]!
  const { middles, radii } = outlineBlocks(vectors, dims, blocks)
  const gaps = new Float64Array(blocks)
  const point = new Float64Array(dims)
  let best = 0
  let bestMember = 0

  const visit = (block: number): void => {
    const size = BLOCK * BLOCK
    for (let k = block * size, at = k * dims; k < (block + 1) * size; k++) {
      let distance = 0
      for (let j = 0; j < dims; j++, at++) {
        const d = point[j]! - vectors[at]!
        distance += d * d
      }
      if (distance < best) {
        best = distance
        bestMember = k
      }
    }
  }
  const finder: NeuronFinder = {
    distance: 0,
    find(points, from) {
      for (let j = 0; j < dims; j++) point[j] = points[from + j]!
      let nearest = 0
      for (let block = 0, at = 0; block < blocks; block++) {
        let distance = 0
        for (let j = 0; j < dims; j++, at++) {
          const d = point[j]! - middles[at]!
          distance += d * d
        }
        gaps[block] = Math.sqrt(distance) - radii[block]!
        if (gaps[block]! < gaps[nearest]!) nearest = block
      }
      best = Number.POSITIVE_INFINITY
      visit(nearest)
      let reach = Math.sqrt(best)
      for (let block = 0; block < blocks; block++) {
        if (gaps[block]! >= reach || block === nearest) continue
        visit(block)
        reach = Math.sqrt(best)
      }
      finder.distance = best
      return members[bestMember]!
    },
  }
  return finder
}

/** The neuron that stands at place `k` when the map is read block by block. */
function memberOf(k: number, side: number): number {
  const size = BLOCK * BLOCK
  const block = Math.floor(k / size)
  const inside = k % size
  const x = (block % (side / BLOCK)) * BLOCK + (inside % BLOCK)
  const y = Math.floor(block / (side / BLOCK)) * BLOCK + Math.floor(inside / BLOCK)
  return y * side + x
}

function outlineBlocks(vectors: Float64Array, dims: number, blocks: number) {
  const size = BLOCK * BLOCK
  const middles = new Float64Array(blocks * dims)
  const radii = new Float64Array(blocks)
  for (let k = 0; k < blocks * size; k++)
    for (let j = 0; j < dims; j++) middles[Math.floor(k / size) * dims + j]! += vectors[k * dims + j]! / size
  for (let k = 0; k < blocks * size; k++) {
    const block = Math.floor(k / size)
    let distance = 0
    for (let j = 0; j < dims; j++) distance += (vectors[k * dims + j]! - middles[block * dims + j]!) ** 2
    radii[block] = Math.max(radii[block]!, Math.sqrt(distance))
  }
  return { middles, radii }
}
