/** A cell of a square map, row 0 on top. */
export interface StateCell {
  column: number
  row: number
}

/**
 * Shade of every cell, 0 for never to `levels` for the most frequent. Frequencies of states differ by orders of magnitude, so the
 * shade follows their logarithm.
 */
export function frequencyLevels(frequency: ArrayLike<number>, levels: number): number[] {
  const counts = Array.from({ length: frequency.length }, (_, i) => Math.max(0, frequency[i] ?? 0))
  const present = counts.filter((count) => count > 0)
  if (present.length === 0) return counts
  const low = Math.log(Math.min(...present))
  const high = Math.log(Math.max(...present))
  return counts.map((count) => {
    if (count === 0) return 0
    const share = high > low ? (Math.log(count) - low) / (high - low) : 1
    return 1 + Math.round(share * (levels - 1))
  })
}

const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The cell selected by a key in a map of `size` by `size` cells; null for keys that the map does not handle. */
export function moveState(key: string, from: StateCell | null, size: number): StateCell | null {
  const clamp = (value: number) => Math.max(0, Math.min(size - 1, value))
  const start = from ?? { column: 0, row: 0 }
  if (key === 'Home') return { ...start, column: 0 }
  if (key === 'End') return { ...start, column: size - 1 }
  if (key === 'PageUp') return { ...start, row: 0 }
  if (key === 'PageDown') return { ...start, row: size - 1 }
  const move = MOVES[key]
  if (!move) return null
  if (!from) return start
  return { column: clamp(start.column + move[0]), row: clamp(start.row + move[1]) }
}
