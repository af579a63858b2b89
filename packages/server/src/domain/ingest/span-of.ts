/** The first and the last of some times. */
export function spanOf(times: Float64Array): { from: number; to: number } {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const time of times) {
    if (time < from) from = time
    if (time > to) to = time
  }
  return { from, to }
}
