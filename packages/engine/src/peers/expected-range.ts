import type { PeerMember, PeerMode } from './peers.ts'

/** Where a member is expected, row by row: the middle and `tolerance` deviations below and above it. */
export type ExpectedRange = { middle: Float64Array; low: Float64Array; high: Float64Array }

/**
 * The band of its peers, moved and widened to where the member usually runs: half of its width is `tolerance` of the deviations that
 * distances count.
 */
export function expectedRange(mode: PeerMode, { usual }: Pick<PeerMember, 'usual'>): ExpectedRange {
  if (usual === undefined) return mode
  const { offset, slope, widening } = usual
  const middle = mode.middle.map((value, row) => {
    const move = mode.common![row]!
    return mode.level + offset + slope * move + widening * (value - mode.level - move)
  })
  const moved = (bound: Float64Array) =>
    middle.map((value, row) => value + widening * (bound[row]! - mode.middle[row]!))
  return { middle, low: moved(mode.low), high: moved(mode.high) }
}
