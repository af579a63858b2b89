/** The first and the last of some times. */
export function spanOf(times: Float64Array): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  // By index: an iterator takes several times as long
  for (let row = 0; row < times.length; row++) {
    const time = times[row]!
    if (time < from) from = time
    if (time > to) to = time
  }
  return { from, to }
}
