import { findPeriods, type Model, type Period, type ScoredChunk, sliceFrame } from '@omen/engine'
import type { PeriodTask, Segment } from '../../ports/compute.ts'
import { frameOnTimes } from './score-frame.ts'

/** Periods of each segment, in rows of the whole file. */
export function findPeriodsIn(task: PeriodTask, model: Model): Period[] {
  const { times } = task.rowScores
  const frame = frameOnTimes(task.frame, times, model.stepMs)
  const options = { pvalue: task.pvalue, cvalue: task.cvalue }
  return task.segments.flatMap((segment) => {
    const part = sliceFrame(frame, segment.from, segment.to)
    const periods = findPeriods(scoresIn(task, segment), part, model, options)
    return periods.map((period) => ({
      ...period,
      fromRow: period.fromRow + segment.row,
      toRow: period.toRow + segment.row,
    }))
  })
}

function scoresIn({ scores, rowScores }: PeriodTask, { from, to }: Segment): ScoredChunk {
  return {
    times: rowScores.times.subarray(from, to),
    probability: rowScores.probability.subarray(from, to),
    direction: rowScores.direction.subarray(from, to),
    seriesProbability: scores.probability.map((column) => column.subarray(from, to)),
    seriesSide: scores.side.map((column) => column.subarray(from, to)),
    expectedLow: scores.low.map((column) => column.subarray(from, to)),
    expectedHigh: scores.high.map((column) => column.subarray(from, to)),
  }
}
