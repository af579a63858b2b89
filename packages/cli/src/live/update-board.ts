import type { LiveUpdate } from '@omen/sdk'
import type { LiveBoard } from '../results/live-board.ts'
import { keepNames, summarizeForecast } from './summarize-forecast.ts'

/** The board after an update. */
export function updateBoard(board: LiveBoard | undefined, { isWhole, analysis }: LiveUpdate, now: number): LiveBoard {
  const before = isWhole ? undefined : board
  const degrees = new Map<number, number | null>()
  for (const [time, degree] of before?.degrees ?? []) if (time < analysis.from) degrees.set(time, degree)
  for (const [bucket, time] of analysis.times.entries()) degrees.set(time, analysis.degree[bucket] ?? null)
  const names = new Map(before?.names)
  keepNames(names, analysis)
  // A whole one brings none, and the last one still stands
  const forecast = summarizeForecast(analysis, names) ?? board?.forecast
  // Values are not drawn: a screen that stays open for days would keep them
  const { forecast: _, ...head } = analysis
  return { head: { ...head, series: [] }, degrees, names, forecast, readAt: now }
}
