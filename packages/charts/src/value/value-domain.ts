import type { TimeDomain } from '../model/chart-types.ts'

export interface ValueDomain {
  min: number
  max: number
}

interface ValueExtent {
  min: number
  max: number
}

const BOTTOM_PAD_PX = 6

/**
 * The y range of a plot: round starts (zero where the data reaches near it, 0-100 for a share), and space above the data for
 * the strip of bars, `topPx` of `heightPx`.
 */
export function valueDomain(extent: ValueExtent | null, unit: string, heightPx: number, topPx: number): ValueDomain {
  if (!extent) return { min: 0, max: 1 }
  let { min, max } = extent
  if (min === max) {
    const spread = Math.abs(min) * 0.05 || 1
    min -= min >= 0 && min - spread < 0 ? min : spread
    max += spread
  }
  const isFromZero = min >= 0 && min < 0.4 * max
  if (isFromZero) min = 0
  if (unit === '%' && isFromZero && max > 50 && max <= 100) max = 100
  const room = Math.max(20, heightPx - topPx - (isFromZero ? 0 : BOTTOM_PAD_PX))
  const perPx = (max - min) / room
  return { min: isFromZero ? 0 : min - BOTTOM_PAD_PX * perPx, max: max + topPx * perPx }
}

/** True where a time lies in the domain. */
export function isInside(t: number, domain: TimeDomain): boolean {
  return t >= domain.from && t <= domain.to
}
