import type { Range } from '../../lib/address/url-codecs.ts'

export type Edge = 'from' | 'to'

interface Bounds {
  full: Range
  /** Between two samples; the edges stay that far apart. */
  stepMs: number
}

/** So many pixels a key: a sample where that is longer. */
const KEY_PX = 2
const FAR_PX = 40

/** A range with one edge elsewhere: inside the full one, and never past the other edge. */
export const withEdge = (range: Range, edge: Edge, at: number, { full, stepMs }: Bounds): Range =>
  edge === 'from'
    ? { ...range, from: Math.round(Math.max(full.from, Math.min(at, range.to - stepMs))) }
    : { ...range, to: Math.round(Math.min(full.to, Math.max(at, range.from + stepMs))) }

/** Where a key moves an edge; null for a key that it does not take. */
export const edgeKey = (key: string, at: number, msPerPx: number, { full, stepMs }: Bounds): number | null => {
  const near = Math.max(stepMs, KEY_PX * msPerPx)
  const far = Math.max(10 * stepMs, FAR_PX * msPerPx)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return at - near
    case 'ArrowRight':
    case 'ArrowUp':
      return at + near
    case 'PageDown':
      return at - far
    case 'PageUp':
      return at + far
    case 'Home':
      return full.from
    case 'End':
      return full.to
    default:
      return null
  }
}
