import type { GapFinding } from '../period.ts'
import type { TimedRun } from './quiet-run.ts'

/** Fewer missing rows are a hiccup. */
export const HICCUP_ROWS = 3
/** A list with more gaps than this says nothing to a person, and could be as long as the file. */
export const MAX_GAPS = 10_000

/** What is said of a gap, besides when it was. */
export type GapFacts = Omit<GapFinding, 'start' | 'end' | 'rows' | 'fromRow' | 'toRow'>

/** Collects gaps of one kind, the first `MAX_GAPS`. */
export type GapList = {
  readonly found: GapFinding[]
  add(run: TimedRun, describe: (durationMs: number) => GapFacts): void
}

/** An empty list; `stepMs` is the sampling interval, 0 where there is none. */
export function createGapList(stepMs: number): GapList {
  const found: GapFinding[] = []
  return {
    found,
    add(run, describe) {
      if (found.length >= MAX_GAPS) return
      const { fromRow, toRow, start, end } = run
      const facts = describe(gapDuration(run, stepMs))
      found.push({ start, end, rows: toRow - fromRow, fromRow, toRow, ...facts })
    },
  }
}

/** In whole sampling intervals: the last row counts in full. */
export function gapDuration({ start, end }: Pick<TimedRun, 'start' | 'end'>, stepMs: number): number {
  return stepMs > 0 ? (Math.round((end - start) / stepMs) + 1) * stepMs : end - start
}
