/**
 * Local lines through evenly spaced values, weighted by the tricube of the distance (Cleveland 1979, as in the STL of Cleveland et
 * al. 1990). `window` values make a line, more than there are make it stiffer still; it is drawn at every `jump`-th value and joined
 * in between. No value may be NaN. Writes into `out` and gives it back.
 */
export function loess(values: Float64Array, window: number, jump: number, out: Float64Array): Float64Array {
  const last = values.length - 1
  let before = 0
  for (let k = 0; ; k = Math.min(last, k + jump)) {
    out[k] = localLine(values, k, window)
    for (let between = before + 1; between < k; between++)
      out[between] = out[before]! + ((out[k]! - out[before]!) * (between - before)) / (k - before)
    if (k >= last) return out
    before = k
  }
}

/** Where the window of a place lies, and how far its weights reach. */
export function loessWindow(
  count: number,
  place: number,
  window: number,
): { left: number; right: number; reach: number } {
  const width = Math.min(window, count)
  const left = Math.max(0, Math.min(count - width, Math.round(place - (width - 1) / 2)))
  const right = left + width - 1
  const reach = Math.max(place - left, right - place) + Math.max(0, window - count) / 2
  return { left, right, reach: reach > 0 ? reach * 1.001 : 1 }
}

/** The tricube weight of a value `distance` away. */
export function tricube(distance: number, reach: number): number {
  const part = Math.abs(distance) / reach
  if (part >= 1) return 0
  const cube = 1 - part * part * part
  return cube * cube * cube
}

function localLine(values: Float64Array, place: number, window: number): number {
  const { left, right, reach } = loessWindow(values.length, place, window)
  let mass = 0
  let moment = 0
  let sum = 0
  let products = 0
  let squares = 0
  for (let k = left; k <= right; k++) {
    const x = k - place
    const weight = tricube(x, reach)
    mass += weight
    moment += weight * x
    sum += weight * values[k]!
    products += weight * x * values[k]!
    squares += weight * x * x
  }
  const mean = sum / mass
  const center = moment / mass
  const spread = squares / mass - center * center
  if (!(spread > 1e-6 * reach * reach)) return mean
  return mean - (center * (products / mass - center * mean)) / spread
}
