/**
 * Brings the value that sorting the first `count` values of a buffer would bring to `place`, with none above it before and none below it
 * after (Hoare 1961). No value may be NaN.
 */
export function selectInPlace(buffer: Float64Array, count: number, place: number): void {
  let low = 0
  let high = count - 1
  while (low < high) {
    const pivot = buffer[(low + high) >> 1]!
    let i = low
    let j = high
    while (i <= j) {
      while (buffer[i]! < pivot) i++
      while (buffer[j]! > pivot) j--
      if (i > j) break
      const value = buffer[i]!
      buffer[i++] = buffer[j]!
      buffer[j--] = value
    }
    if (place <= j) high = j
    else if (place >= i) low = i
    else return
  }
}

/** Quantile of the values of a buffer, as `quantileSorted` has it of sorted ones. Changes their order; none may be NaN. NaN for none. */
export function quantileInPlace(buffer: Float64Array, share: number): number {
  if (buffer.length === 0) return Number.NaN
  const place = share * (buffer.length - 1)
  const below = Math.floor(place)
  selectInPlace(buffer, buffer.length, below)
  const low = buffer[below]!
  let high = Number.POSITIVE_INFINITY
  for (let k = below + 1; k < buffer.length; k++) if (buffer[k]! < high) high = buffer[k]!
  return place === below ? low : low + (high - low) * (place - below)
}
