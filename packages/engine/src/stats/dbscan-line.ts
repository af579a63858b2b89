/**
 * Density clustering of points on a line (Ester et al. 1996): a point with at least `minPoints` points within `epsilon`, itself
 * among them, is a core; cores within `epsilon` of each other and the points near them are a cluster, a point near two of them part of
 * the lower. Gives a label per point, from 0; -1 for noise and for NaN. Takes n log n.
 */
export function dbscanLine(points: ArrayLike<number>, epsilon: number, minPoints: number): Int32Array {
  const labels = new Int32Array(points.length).fill(-1)
  const order = Array.from({ length: points.length }, (_, k) => k)
    .filter((k) => !Number.isNaN(points[k]!))
    .sort((a, b) => points[a]! - points[b]!)
  const sorted = Float64Array.from(order, (k) => points[k]!)
  const cores = findCores(sorted, epsilon, minPoints)
  let label = -1
  let core = -1
  let reached = 0
  for (const place of cores) {
    if (core < 0 || sorted[place]! - sorted[core]! > epsilon) label++
    while (reached < place && sorted[place]! - sorted[reached]! > epsilon) reached++
    for (; reached < sorted.length && sorted[reached]! - sorted[place]! <= epsilon; reached++)
      labels[order[reached]!] = label
    core = place
  }
  return labels
}

/** Places of the sorted points that have enough points near them. */
function findCores(sorted: Float64Array, epsilon: number, minPoints: number): number[] {
  const cores: number[] = []
  let low = 0
  let high = 0
  for (let place = 0; place < sorted.length; place++) {
    while (sorted[place]! - sorted[low]! > epsilon) low++
    while (high < sorted.length && sorted[high]! - sorted[place]! <= epsilon) high++
    if (high - low >= minPoints) cores.push(place)
  }
  return cores
}

/** The label that most points have; the first of them where two are alike; undefined where there is only noise. */
export function majority(labels: Int32Array): number | undefined {
  const counts = new Map<number, number>()
  for (const label of labels) if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1)
  let best: number | undefined
  for (const [label, count] of counts) if (best === undefined || count > counts.get(best)!) best = label
  return best
}
