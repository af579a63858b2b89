import type { LiveUpdate } from '@omen/sdk'
import type { LiveBoard } from '../results/live-board.ts'

/** The board after an update. */
export function updateBoard(board: LiveBoard | undefined, { isWhole, analysis }: LiveUpdate, now: number): LiveBoard {
  const before = isWhole ? undefined : board
  const degrees = new Map<number, number | null>()
  for (const [time, degree] of before?.degrees ?? []) if (time < analysis.from) degrees.set(time, degree)
  for (const [bucket, time] of analysis.times.entries()) degrees.set(time, analysis.degree[bucket] ?? null)
  const instances = new Map(before?.instances)
  for (const { seriesId, instance } of analysis.series) instances.set(seriesId, instance)
  // Values are not drawn: a screen that stays open for days would keep them
  return { head: { ...analysis, series: [] }, degrees, instances, readAt: now }
}
