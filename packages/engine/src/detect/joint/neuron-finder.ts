/**
 * Finds the neuron nearest to a point; `distance` is the squared distance of the last one found. `hint` is a neuron that may be
 * near: it makes the search shorter and changes nothing else. Without one it is the neuron found last.
 */
export type NeuronFinder = { distance: number; find(points: Float32Array, from: number, hint?: number): number }

/** Neurons in a leaf of the tree, at most. Fitted by measured time and memory. */
const LEAF = 8

/**
 * An exact search over a code book (row-major, `dims` wide) by a k-d tree (Friedman, Bentley and Finkel 1977) that halves the
 * neurons at the middle of the coordinate they are widest in. A half is left out when its side of the cuts passed on the way
 * lies further off than the best so far (Arya and Mount 1993). Of neurons equally near, the one first in the tree is found.
 */
export function createNeuronFinder(codeBook: Float32Array, dims: number): NeuronFinder {
  const tree = growTree(codeBook, dims)
  const { members, placeOf, vectors, axes, cuts, firstLeaf } = tree
  const point = new Float64Array(dims)
  const passed = new Float64Array(dims)
  const leafSize = members.length / (firstLeaf + 1)
  /** Squared distance of the best so far: in an array, since a captured number would be put into a new box at each change. */
  const best = new Float64Array(1)
  let bestPlace = 0
  let last = 0

  const measure = (from: number, to: number): void => {
    let min = best[0]!
    for (let place = from, at = from * dims; place < to; place++) {
      let distance = 0
      for (let j = 0; j < dims; j++, at++) {
        const d = point[j]! - vectors[at]!
        distance += d * d
      }
      if (distance > min || (distance === min && place > bestPlace)) continue
      min = distance
      bestPlace = place
    }
    best[0] = min
  }
  const descend = (node: number, bound: number): void => {
    if (node >= firstLeaf) {
      const from = (node - firstLeaf) * leafSize
      measure(from, from + leafSize)
      return
    }
    const axis = axes[node]!
    const offset = point[axis]! - cuts[node]!
    const near = offset < 0 ? 2 * node + 1 : 2 * node + 2
    descend(near, bound)
    const before = passed[axis]!
    const beyond = bound - before * before + offset * offset
    if (beyond > best[0]!) return
    passed[axis] = offset
    descend(4 * node + 3 - near, beyond)
    passed[axis] = before
  }
  const finder: NeuronFinder = {
    distance: 0,
    find(points, from, hint = last) {
      for (let j = 0; j < dims; j++) point[j] = points[from + j]!
      const start = placeOf[hint]!
      best[0] = Number.POSITIVE_INFINITY
      measure(start, start + 1)
      descend(0, 0)
      finder.distance = best[0]!
      last = members[bestPlace]!
      return last
    },
  }
  return finder
}

/** Inner nodes in order of a heap (those under `k` are `2k + 1` and `2k + 2`), then leaves of equally many neurons. */
type Tree = {
  members: Int32Array
  placeOf: Int32Array
  vectors: Float64Array
  axes: Int32Array
  cuts: Float64Array
  firstLeaf: number
}

function growTree(codeBook: Float32Array, dims: number): Tree {
  const neurons = codeBook.length / dims
  let leaves = 1
  while (neurons % (2 * leaves) === 0 && neurons / leaves > LEAF) leaves *= 2
  const members = Int32Array.from({ length: neurons }, (_, k) => k)
  const axes = new Int32Array(leaves - 1)
  const cuts = new Float64Array(leaves - 1)
  const split = (node: number, from: number, to: number): void => {
    if (node >= leaves - 1) return
    const axis = widestAxis(codeBook, dims, members.subarray(from, to))
    const at = (neuron: number): number => codeBook[neuron * dims + axis]!
    members.subarray(from, to).sort((a, b) => at(a) - at(b) || a - b)
    const middle = (from + to) / 2
    axes[node] = axis
    cuts[node] = at(members[middle]!)
    split(2 * node + 1, from, middle)
    split(2 * node + 2, middle, to)
  }
  split(0, 0, neurons)
  const vectors = new Float64Array(codeBook.length)
  const placeOf = new Int32Array(neurons)
  for (const [place, neuron] of members.entries()) {
    placeOf[neuron] = place
    for (let j = 0; j < dims; j++) vectors[place * dims + j] = codeBook[neuron * dims + j]!
  }
  return { members, placeOf, vectors, axes, cuts, firstLeaf: leaves - 1 }
}

function widestAxis(codeBook: Float32Array, dims: number, members: Int32Array): number {
  let widest = 0
  let width = -1
  for (let j = 0; j < dims; j++) {
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (const neuron of members) {
      const value = codeBook[neuron * dims + j]!
      if (value < low) low = value
      if (value > high) high = value
    }
    if (high - low <= width) continue
    width = high - low
    widest = j
  }
  return widest
}
