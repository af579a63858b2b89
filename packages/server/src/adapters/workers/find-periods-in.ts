import {
  findPeriods,
  type Model,
  type Period,
  type PeriodOptions,
  type ScoredChunk,
  type Segment,
  sliceFrame,
} from '@omen/engine'
import type { PeriodTask } from '../../ports/compute.ts'
import type { ScoredRows } from './recent-rows.ts'
import { frameOnTimes } from './score-frame.ts'
import { sliceScores } from './slice-scores.ts'

/** Periods of each segment, in rows of the whole file. */
export function findPeriodsIn(task: PeriodTask, model: Model): Period[] {
  const { times } = task.rowScores
  const frame = frameOnTimes(task.frame, times, model.stepMs)
  const scored = scoresOf(task)
  let at = 0
  return task.segments.flatMap((segment) => {
    const from = at
    at += segment.to - segment.from
    const rows = { frame: sliceFrame(frame, from, at), scored: sliceScores(scored, from, at) }
    return findSegmentPeriods(segment, rows, model, task)
  })
}

/** Periods of one segment, whose rows are given, in rows of the whole file. */
export function findSegmentPeriods(
  segment: Segment,
  { frame, scored }: ScoredRows,
  model: Model,
  { pvalue, cvalue }: PeriodOptions,
): Period[] {
  return findPeriods(scored, frame, model, { pvalue, cvalue }).map((period) => ({
    ...period,
    fromRow: period.fromRow + segment.from,
    toRow: period.toRow + segment.from,
  }))
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
