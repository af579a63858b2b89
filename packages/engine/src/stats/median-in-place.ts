/** Median of the first `count` values of a small buffer, without NaN, which it sorts. NaN for none. */
export function medianInPlace(buffer: Float64Array, count: number): number {
  for (let k = 1; k < count; k++) {
    const value = buffer[k]!
    let place = k
    for (; place > 0 && buffer[place - 1]! > value; place--) buffer[place] = buffer[place - 1]!
    buffer[place] = value
  }
  const middle = count >> 1
  if (count === 0) return Number.NaN
  return count % 2 === 1 ? buffer[middle]! : buffer[middle - 1]! / 2 + buffer[middle]! / 2
}
