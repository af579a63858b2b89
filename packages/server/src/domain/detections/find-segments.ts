import type { Interval, ModelType } from '@omen/engine'
import type { Segment } from '../../ports/compute.ts'
import type { RowScores } from '../../ports/point-store.ts'

export interface SegmentOptions {
  readonly modelType: ModelType
  readonly pvalue: number
  readonly cvalue: number
  readonly gaps: readonly Interval[]
}

/**
 * The stretches of a large file that can hold a period: `cvalue` flagged rows close together, and what is known to be silent,
 * with rows around them for the edges. A period bridges single normal rows, so its flagged rows may lie apart.
 */
export function findSegments(scores: RowScores, options: SegmentOptions): Segment[] {
  const margin = Math.max(60, options.cvalue * 4)
  const rows = scores.times.length
  const stretches = [
    ...flaggedStretches(scores.probability, options, margin),
    ...silentStretches(scores.times, options),
  ]
  const segments: { from: number; to: number }[] = []
  for (const { from, to } of stretches.sort((a, b) => a.from - b.from)) join(segments, from - margin, to + margin, rows)
  return segments.map(({ from, to }) => ({ from, to, row: from }))
}

interface Stretch {
  readonly from: number
  readonly to: number
}

function flaggedStretches(probability: Float64Array, options: SegmentOptions, margin: number): Stretch[] {
  const threshold = options.modelType === 'DBScan' ? 1 : 1 - options.pvalue
  const stretches: Stretch[] = []
  let run = { first: -1, last: -1, flagged: 0 }
  const close = (): void => {
    if (run.flagged >= options.cvalue) stretches.push({ from: run.first, to: run.last + 1 })
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
