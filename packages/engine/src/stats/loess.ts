/**
 * Local lines through evenly spaced values, weighted by the tricube of the distance (Cleveland 1979, as in the STL of Cleveland et
 * al. 1990). `window` values make a line, more than there are make it stiffer still; it is drawn at every `jump`-th value and joined
 * in between. No value may be NaN. Writes into `out` and gives it back.
 */
export function loess(values: Float64Array, window: number, jump: number, out: Float64Array): Float64Array {
  const last = values.length - 1
  let before = 0
  let line: LocalLine | undefined
  for (let k = 0; ; k = Math.min(last, k + jump)) {
    const { left, right, reach } = loessWindow(values.length, k, window)
    const isSame = line !== undefined && line.offset === left - k && line.reach === reach
    // Far from the ends all windows have the same weights
    if (line === undefined || !isSame || line.weights.length !== right - left + 1)
      line = localLine(left - k, right - left + 1, reach)
    out[k] = valueAt(line, values, left)
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

/** A line through a window that begins `offset` from its place: all of it that does not depend on the values. */
type LocalLine = { offset: number; reach: number; weights: Float64Array; mass: number; center: number; spread: number }

function localLine(offset: number, width: number, reach: number): LocalLine {
  const weights = new Float64Array(width)
  let mass = 0
  let moment = 0
  let squares = 0
  for (let k = 0; k < width; k++) {
    const x = offset + k
    const weight = tricube(x, reach)
    weights[k] = weight
    mass += weight
    moment += weight * x
    squares += weight * x * x
  }
  const center = moment / mass
  return { offset, reach, weights, mass, center, spread: squares / mass - center * center }
}

function valueAt(
  { offset, reach, weights, mass, center, spread }: LocalLine,
  values: Float64Array,
  left: number,
): number {
  let sum = 0
  let products = 0
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]!
    sum += weight * values[left + k]!
    products += weight * (offset + k) * values[left + k]!
  }
  const mean = sum / mass
  if (!(spread > 1e-6 * reach * reach)) return mean
  return mean - (center * (products / mass - center * mean)) / spread
}
