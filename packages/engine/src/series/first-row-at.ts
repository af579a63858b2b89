/** The first row at a time or after it, the times ascending; the number of rows where there is none. */
export function firstRowAt(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}
