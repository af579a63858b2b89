import {
  addParts,
  describeRows,
  findParts,
  type Model,
  type PeriodOptions,
  type PeriodParts,
  type ScoredChunk,
  type Segment,
  type SpanPart,
  sliceFrame,
} from '@omen/engine'
import type { DescribeTask, PeriodTask } from '../../ports/compute.ts'
import type { ScoredRows } from './recent-rows.ts'
import { frameOnTimes } from './score-frame.ts'
import { sliceScores } from './slice-scores.ts'

/** What is abnormal in each segment, in rows of the whole file. */
export function findPartsIn(task: PeriodTask, model: Model): PeriodParts {
  return addParts(eachSegment(task, model, (segment, rows) => findSegmentParts(segment, rows, model, task)))
}

/** Describes each segment as one, in rows of the whole file, by the series that are named for it. */
export function describeSpansIn(task: DescribeTask, model: Model): SpanPart[] {
  return eachSegment(task, model, ({ from, to }, { frame, scored }, index) => {
    const request = { fromRow: 0, toRow: to - from, seriesIds: [...task.seriesIds[index]!] }
    return moveBy(from)(describeRows(request, scored, frame, model, task.pvalue))
  })
}

/** What is abnormal in one segment, whose rows are given, in rows of the whole file. */
export function findSegmentParts(
  segment: Segment,
  { frame, scored }: ScoredRows,
  model: Model,
  { pvalue, cvalue }: PeriodOptions,
): PeriodParts {
  const { parts, downs, peers, ...rest } = findParts(scored, frame, model, { pvalue, cvalue })
  const move = moveBy(segment.from)
  return { parts: parts.map(move), downs: downs.map(move), peers: peers.map(move), ...rest }
}

function moveBy(rows: number): <T extends { fromRow: number; toRow: number }>(one: T) => T {
  return (one) => ({ ...one, fromRow: one.fromRow + rows, toRow: one.toRow + rows })
}

function eachSegment<T>(
  task: PeriodTask,
  model: Model,
  look: (segment: Segment, rows: ScoredRows, index: number) => T,
): T[] {
  const { times } = task.rowScores
  const frame = frameOnTimes(task.frame, times, model.stepMs)
  const scored = scoresOf(task)
  let at = 0
  return task.segments.map((segment, index) => {
    const from = at
    at += segment.to - segment.from
    return look(segment, { frame: sliceFrame(frame, from, at), scored: sliceScores(scored, from, at) }, index)
  })
}

function scoresOf({ scores, rowScores }: PeriodTask): ScoredChunk {
  return {
    ...rowScores,
    seriesProbability: scores.probability,
    seriesSide: scores.side,
    expectedLow: scores.low,
    expectedHigh: scores.high,
  }
}
