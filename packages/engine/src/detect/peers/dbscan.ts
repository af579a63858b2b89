/**
 * Density clustering of points on a line (Ester et al. 1996): a point with at least `minPoints` points within `epsilon`, itself
 * among them, is a core; cores within `epsilon` of each other and the points near them are a cluster. Gives a label per point,
 * from 0; -1 for noise and for NaN.
 */
export function dbscanLine(points: ArrayLike<number>, epsilon: number, minPoints: number): Int32Array {
  const labels = new Int32Array(points.length).fill(-1)
  const order = Array.from({ length: points.length }, (_, k) => k)
    .filter((k) => !Number.isNaN(points[k]!))
    .sort((a, b) => points[a]! - points[b]!)
  const isCore = order.map((k) => {
    let near = 0
    for (const other of order) if (Math.abs(points[other]! - points[k]!) <= epsilon) near++
    return near >= minPoints
  })
  let label = -1
  let lastCore = Number.NEGATIVE_INFINITY
  for (const [place, k] of order.entries()) {
    if (!isCore[place]) continue
    if (points[k]! - lastCore > epsilon) label++
    lastCore = points[k]!
    labels[k] = label
    for (const other of order)
      if (labels[other] === -1 && Math.abs(points[other]! - points[k]!) <= epsilon) labels[other] = label
  }
  return labels
}

/** The label that most points have; the first of them where two are alike; undefined where there is only noise. */
export function majority(labels: Int32Array): number | undefined {
  const counts = new Map<number, number>()
  for (const label of labels) if (label >= 0) counts.set(label, (counts.get(label) ?? 0) + 1)
  let best: number | undefined
  for (const [label, count] of counts) if (best === undefined || count > counts.get(best)!) best = label
  return best
}
