import type { PointColumns, RowScores, ScoreColumns } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { inTurns } from '../in-turns.ts'
import { hasScores, type ScoredFacts } from './detection-row.ts'
import type { Reduced, SeriesWindow } from './series-window.ts'
import { severityOf, signedSeverity, thresholdOf } from './severity.ts'

type Line = Reduced['series'][number]

/**
 * Unreduced samples. With a model, the rows are its grid, including those missing from the file. Undefined if
 * there are more of them than requested, which a file's interval cannot tell when it contains a burst.
 */
export async function readSamples(ctx: Context, window: SeriesWindow): Promise<Reduced | undefined> {
  const { row, seriesNumbers, from, to } = window
  const span = { from, to: to + 1 }
  const rows = hasScores(row) ? await ctx.points.readRowScores(row.scoresId, span) : undefined
  const times = rows?.times ?? (await ctx.points.readTimes(row.pointsId, span))
  if (times.length > window.buckets) return undefined
  const points = await ctx.points.readPoints(row.pointsId, seriesNumbers, span)
  const lines: Line[] = []
  const addLine = (index: number): void => {
    lines.push(lineOf(row.series[seriesNumbers[index]!]!.id, points, index, times))
  }
  await inTurns(seriesNumbers.length, addLine, times.length)
  if (hasScores(row)) await addScores(ctx, row, seriesNumbers, lines, span)
  const degree = rows ? degreesOf(row, rows) : new Array<null>(times.length).fill(null)
  return { from, to, bucketMs: row.intervalMs ?? 1, times: Array.from(times), degree, series: lines }
}

function degreesOf(row: SeriesWindow['row'], rows: RowScores): (number | null)[] {
  return Array.from(rows.probability, (probability, index) => signedSeverity(row, probability, rows.direction[index]!))
}

function lineOf(seriesId: string, points: PointColumns, index: number, times: Float64Array): Line {
  const column = points.columns[index]!
  const values: (number | null)[] = new Array(times.length).fill(null)
  for (let at = 0, point = 0; at < times.length; at++) {
    if (points.times[point] !== times[at]) continue
    const value = column[point++]!
    if (Number.isFinite(value)) values[at] = value
  }
  const count = values.map((value) => (value === null ? 0 : 1))
  return { seriesId, min: values, max: values, count, flagged: [] }
}

async function addScores(
  ctx: Context,
  row: ScoredFacts,
  seriesNumbers: readonly number[],
  lines: readonly Line[],
  span: { from: number; to: number },
): Promise<void> {
  const scored = seriesNumbers.filter((seriesNumber) => row.scoreSeries.includes(seriesNumber))
  if (scored.length === 0) return
  const scores = await ctx.points.readScores(row.scoresId, scored, span)
  const addTo = (index: number): void => addScoresTo(row, lines[seriesNumbers.indexOf(scored[index]!)]!, scores, index)
  await inTurns(scored.length, addTo, scores.times.length)
}

function addScoresTo(row: ScoredFacts, line: Line, scores: ScoreColumns, index: number): void {
  const probability = scores.probability[index]!
  const nullIfNaN = (value: number): number | null => (Number.isFinite(value) ? value : null)
  line.low = Array.from(scores.low[index]!, nullIfNaN)
  line.high = Array.from(scores.high[index]!, nullIfNaN)
  line.score = Array.from(probability, (value) => severityOf(row, value))
  const threshold = thresholdOf(row)
  for (let at = 0; at < probability.length; at++) {
    const value = line.max[at]
    if (!(probability[at]! < threshold) || value === null || value === undefined) continue
    const val = signedSeverity(row, probability[at]!, scores.side[index]![at]!)
    line.flagged.push({ time: scores.times[at]!, value, ...(val !== null && { val }) })
  }
}
