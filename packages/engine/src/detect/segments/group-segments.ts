import type { Segment } from './segment.ts'

/** What a reader of segments can take at once. */
export type GroupLimits = {
  /** Rows of a group; a single segment may have more. */
  readonly rowsAtOnce: number
  /** A group of more segments than this is asked for by its times instead of by its spans… */
  readonly spansAtOnce: number
  /** …and has no more rows than this. */
  readonly timesAtOnce: number
}

/** Segments to be examined together, none of them cut, in the order given. */
export function groupSegments<T extends Segment>(segments: readonly T[], limits: GroupLimits): T[][] {
  const { rowsAtOnce, spansAtOnce, timesAtOnce } = limits
  const groups: T[][] = []
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
