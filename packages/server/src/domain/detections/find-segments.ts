import type { ModelType } from '@omen/engine'
import type { Segment } from '../../ports/compute.ts'

export interface SegmentOptions {
  readonly modelType: ModelType
  readonly pvalue: number
  readonly cvalue: number
}

/**
 * The stretches of a large file that can hold a period: `cvalue` flagged rows close together, with rows around them for the
 * edges. A period bridges single normal rows, so the flagged rows of one may lie up to twice as far apart.
 */
export function findSegments(probability: Float64Array, options: SegmentOptions): Segment[] {
  const threshold = options.modelType === 'DBScan' ? 1 : 1 - options.pvalue
  const margin = Math.max(60, options.cvalue * 4)
  const segments: { from: number; to: number }[] = []
  let run = { first: -1, last: -1, flagged: 0 }
  const close = (): void => {
    if (run.flagged >= options.cvalue) join(segments, run.first - margin, run.last + 1 + margin, probability.length)
  }
  for (let row = 0; row < probability.length; row++) {
    if (!(probability[row]! < threshold)) continue
    if (run.last >= 0 && row - run.last <= margin) run = { first: run.first, last: row, flagged: run.flagged + 1 }
    else {
      close()
      run = { first: row, last: row, flagged: 1 }
    }
  }
  close()
  return segments.map(({ from, to }) => ({ from, to, row: from }))
}

function join(segments: { from: number; to: number }[], from: number, to: number, rows: number): void {
  const last = segments.at(-1)
  const end = Math.min(rows, to)
  if (last && from <= last.to) last.to = end
  else segments.push({ from: Math.max(0, from), to: end })
}

/** Segments to be looked through together; one that is larger than that is cut. */
export function groupsOf(segments: readonly Segment[], rowsAtOnce: number): Segment[][] {
  const groups: Segment[][] = []
  let room = 0
  for (const segment of segments) {
    for (let from = segment.from; from < segment.to; ) {
      if (room === 0) {
        groups.push([])
        room = rowsAtOnce
      }
      const to = Math.min(segment.to, from + room)
      groups.at(-1)!.push({ from, to, row: from })
      room -= to - from
      from = to
    }
  }
  return groups
}
