import type { Segment } from './segment.ts'

/** Segments to be examined together, in the order given and none of them cut: of no more rows, but for a single one. */
export function groupSegments<T extends Segment>(segments: readonly T[], rowsAtOnce: number): T[][] {
  const groups: T[][] = []
  let rows = 0
  for (const segment of segments) {
    const group = groups.at(-1)
    const length = segment.to - segment.from
    if (group && rows + length <= rowsAtOnce) {
      group.push(segment)
      rows += length
    } else {
      groups.push([segment])
      rows = length
    }
  }
  return groups
}
