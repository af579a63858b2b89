import {
  describeRows,
  findParts,
  type Model,
  movePart,
  type PeriodOptions,
  type PeriodParts,
  type ScoredChunk,
  type Segment,
  type SpanPart,
} from '@omen/engine/detect'
import { type SeriesKey, sliceFrame } from '@omen/engine/series'
import type { SegmentRows } from '../../ports/compute.ts'
import type { ScoredRows } from './recent-rows.ts'
import { frameOnTimes } from './score-frame.ts'
import { sliceScores } from './slice-scores.ts'

/** What is abnormal in one segment, whose rows are given, in rows of the whole file. */
export function findSegmentParts(
  segment: Segment,
  { frame, scored }: ScoredRows,
  model: Model,
  { pvalue, cvalue }: PeriodOptions,
): PeriodParts {
  const { parts, downs, peers, ...rest } = findParts(scored, frame, model, { pvalue, cvalue })
  const move = moveBy(segment.from)
  return {
    parts: parts.map((part) => movePart(part, segment.from)),
    downs: downs.map(move),
    peers: peers.map(move),
    ...rest,
  }
}

/** Describes a segment as one, in rows of the whole file, by the series that are named for it. */
export function describeSegment(
  { from, to }: Segment,
  { frame, scored }: ScoredRows,
  model: Model,
  { seriesIds, pvalue }: { seriesIds: readonly string[]; pvalue: number },
): SpanPart {
  const request = { fromRow: 0, toRow: to - from, seriesIds: [...seriesIds] }
  return movePart(describeRows(request, scored, frame, model, pvalue), from)
}

/** Gives each segment its rows. */
export function eachSegment(
  { segments, points, scores, rowScores }: SegmentRows,
  series: readonly SeriesKey[],
  model: Model,
  look: (segment: Segment, rows: ScoredRows, index: number) => void,
): void {
  const frame = frameOnTimes({ ...points, series }, rowScores.times, model.stepMs)
  const scored: ScoredChunk = {
    ...rowScores,
    seriesProbability: scores.probability,
    seriesSide: scores.side,
    expectedLow: scores.low,
    expectedHigh: scores.high,
  }
  let at = 0
  for (const [index, segment] of segments.entries()) {
    const from = at
    at += segment.to - segment.from
    look(segment, { frame: sliceFrame(frame, from, at), scored: sliceScores(scored, from, at) }, index)
  }
}

function moveBy(rows: number): <T extends { fromRow: number; toRow: number }>(one: T) => T {
  return (one) => ({ ...one, fromRow: one.fromRow + rows, toRow: one.toRow + rows })
}
