import type { PeerComparison, PeerSpan } from '../../../packages/engine/src/index.ts'
import type { Fault, Fleet } from './simulate-fleet.ts'

/** Spans and samples: how many were found and are true, how many of those found are right, how many faults were hit. */
export type Score = {
  spans: { found: number; right: number; hit: number; true: number }
  rows: { found: number; right: number; true: number }
}

/** A fault of which fewer values are left cannot be found. */
const FEWEST_ROWS = 5

/** Compares the spans found in one fleet with its faults; after a past, its rows count from the end of that. */
export function scoreFleet({ frame, faults: all }: Fleet, comparisons: readonly PeerComparison[], pastRows = 0): Score {
  const faults = all.map((fault) => ({ ...fault, fromRow: fault.fromRow - pastRows, toRow: fault.toRow - pastRows }))
  const score: Score = { spans: { found: 0, right: 0, hit: 0, true: 0 }, rows: { found: 0, right: 0, true: 0 } }
  const members = comparisons.flatMap((one) => (one.kind === 'compared' ? one.members : []))
  for (const { column, spans } of members) {
    const values = frame.columns[column]!.subarray(pastRows)
    const own = faults.filter((fault) => fault.column === column && countPresent(values, fault) >= FEWEST_ROWS)
    score.spans.found += spans.length
    score.spans.right += spans.filter((span) => own.some((fault) => touches(span, fault))).length
    score.spans.true += own.length
    score.spans.hit += own.filter((fault) => spans.some((span) => touches(span, fault))).length
    const isFound = mark(values.length, spans)
    const isTrue = mark(values.length, own)
    for (const [row, value] of values.entries()) {
      if (Number.isNaN(value)) continue
      score.rows.found += isFound[row]!
      score.rows.true += isTrue[row]!
      score.rows.right += isFound[row]! & isTrue[row]!
    }
  }
  return score
}

export function addScores(scores: readonly Score[]): Score {
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
  return {
    spans: {
      found: sum(({ spans }) => spans.found),
      right: sum(({ spans }) => spans.right),
      hit: sum(({ spans }) => spans.hit),
      true: sum(({ spans }) => spans.true),
    },
    rows: {
      found: sum(({ rows }) => rows.found),
      right: sum(({ rows }) => rows.right),
      true: sum(({ rows }) => rows.true),
    },
  }
}

function mark(rows: number, intervals: readonly { fromRow: number; toRow: number }[]): Uint8Array {
  const marks = new Uint8Array(rows)
  for (const { fromRow, toRow } of intervals) marks.fill(1, fromRow, toRow)
  return marks
}

function touches(span: PeerSpan, fault: Fault): boolean {
  return span.side === fault.side && span.fromRow < fault.toRow && span.toRow > fault.fromRow
}

function countPresent(values: Float64Array, { fromRow, toRow }: Fault): number {
  return values.subarray(fromRow, toRow).reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
}
