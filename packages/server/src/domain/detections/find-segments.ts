import type { Interval, ModelType } from '@omen/engine'
import type { Segment } from '../../ports/compute.ts'
import type { RowScores } from '../../ports/point-store.ts'

export interface SegmentOptions {
  readonly modelType: ModelType
  readonly pvalue: number
  readonly cvalue: number
  readonly gaps: readonly Interval[]
}

/** HolisticCP looks at the level of so many rows before a period and after it. */
const rowsAround = 60

/**
 * The stretches of a large file that can hold a period: `cvalue` flagged rows close together, and what is known to be silent.
 * A period bridges single normal rows and any number of missing ones.
 */
export function findSegments(scores: RowScores, options: SegmentOptions): Segment[] {
  const margin = options.modelType === 'HolisticCP' ? rowsAround : 1
  const rows = scores.times.length
  const stretches = [...flaggedStretches(scores.probability, options), ...silentStretches(scores.times, options)]
  const segments: { from: number; to: number }[] = []
  for (const { from, to } of stretches.sort((a, b) => a.from - b.from)) join(segments, from - margin, to + margin, rows)
  return segments.map(({ from, to }) => ({ from, to, row: from }))
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function flaggedStretches(probability: Float64Array, options: SegmentOptions): Stretch[] {
  const threshold = options.modelType === 'DBScan' ? 2 : 1 - options.pvalue
  const stretches: Stretch[] = []
  let from = -1
  let to = -1
  let flagged = 0
  let unflagged = 0
  const close = (): void => {
    if (flagged >= options.cvalue) stretches.push({ from, to })
    flagged = 0
  }
  for (let row = 0; row < probability.length; row++) {
    const p = probability[row]!
    if (Number.isNaN(p)) continue
    if (p < threshold) {
      if (flagged === 0) from = row
      to = row + 1
      flagged++
      unflagged = 0
    } else if (flagged > 0 && ++unflagged > 1) close()
  }
  close()
  return stretches
}

function silentStretches(times: Float64Array, { gaps }: SegmentOptions): Stretch[] {
  return gaps.map(({ start, end }) => ({ from: firstNotBefore(times, start), to: firstNotBefore(times, end + 1) }))
}

function firstNotBefore(times: Float64Array, time: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle]! < time) low = middle + 1
    else high = middle
  }
  return low
}

function join(segments: { from: number; to: number }[], from: number, to: number, rows: number): void {
  const last = segments.at(-1)
  const end = Math.min(rows, to)
  if (last && from <= last.to) last.to = Math.max(last.to, end)
  else segments.push({ from: Math.max(0, from), to: end })
}

/** Segments to be looked through together; one that is larger than that is cut. Many small ones make smaller groups. */
export function groupsOf(segments: readonly Segment[], { rowsAtOnce, timesAtOnce }: GroupLimits): Segment[][] {
  const groups: Segment[][] = []
  let group: Segment[] = []
  let rows = 0
  for (const segment of segments) {
    for (let from = segment.from; from < segment.to; ) {
      const limit = group.length < spansAtOnce ? rowsAtOnce : timesAtOnce
      if (group.length > 0 && rows >= limit) {
        groups.push(group)
        group = []
        rows = 0
        continue
      }
      const to = Math.min(segment.to, from + limit - rows)
      group.push({ from, to, row: from })
      rows += to - from
      from = to
    }
  }
  return group.length > 0 ? [...groups, group] : groups
}

export interface GroupLimits {
  readonly rowsAtOnce: number
  /** Where a group has more segments than the store can be asked for as stretches. */
  readonly timesAtOnce: number
}

/** More stretches than this are asked for by their times: each would be compared with every row. */
export const spansAtOnce = 16
