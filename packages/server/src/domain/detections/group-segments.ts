import type { Segment } from '../../ports/compute.ts'

export interface GroupLimits {
  /** No segment is longer. */
  readonly rowsAtOnce: number
  /** Where a group has more segments than the store can be asked for as stretches. */
  readonly timesAtOnce: number
}

/** More stretches than this are asked for by their times: each would be compared with every row. */
export const spansAtOnce = 16

/** Segments to be looked through together, none of them cut. Many small ones make smaller groups. */
export function groupSegments(segments: readonly Segment[], { rowsAtOnce, timesAtOnce }: GroupLimits): Segment[][] {
  const groups: Segment[][] = []
  let rows = 0
  for (const segment of segments) {
    const group = groups.at(-1)
    const length = segment.to - segment.from
    const limit = group && group.length >= spansAtOnce ? timesAtOnce : rowsAtOnce
    if (group && rows + length <= limit) {
      group.push(segment)
      rows += length
    } else {
      groups.push([segment])
      rows = length
    }
  }
  return groups
}
