import type { PointColumns, RowScores, ScoreColumns } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { isScored, type ScoredFacts } from './detection-row.ts'
import type { Reduced, SeriesWindow } from './series-window.ts'
import { severityOf, signedSeverity, thresholdOf } from './severity.ts'

type Line = Reduced['series'][number]

/** Every sample as it is. Where a model ran, the rows are its grid, with those that are missing from the file. */
export async function readSamples(ctx: Context, window: SeriesWindow): Promise<Reduced> {
  const { row, places, from, to } = window
  const span = { from, to: to + 1 }
  const [points, rows] = await Promise.all([
    ctx.points.readPoints(row.pointsId, places, span),
    isScored(row) ? ctx.points.readRowScores(row.scoresId, span) : undefined,
  ])
  const times = rows?.times ?? points.times
  const lines = places.map((place, index) => lineOf(row.series[place]!.id, points, index, times))
  if (isScored(row)) await addScores(ctx, row, places, lines, span)
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
  places: readonly number[],
  lines: readonly Line[],
  span: { from: number; to: number },
): Promise<void> {
  const scored = places.filter((place) => row.scoreSeries.includes(place))
  if (scored.length === 0) return
  const scores = await ctx.points.readScores(row.scoresId, scored, span)
  for (const [index, place] of scored.entries()) addScoresTo(row, lines[places.indexOf(place)]!, scores, index)
}

function addScoresTo(row: ScoredFacts, line: Line, scores: ScoreColumns, index: number): void {
  const probability = scores.probability[index]!
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null)
  line.low = Array.from(scores.low[index]!, known)
  line.high = Array.from(scores.high[index]!, known)
  line.score = Array.from(probability, (value) => severityOf(row, value))
  const threshold = thresholdOf(row)
  for (let at = 0; at < probability.length; at++) {
    const value = line.max[at]
    if (!(probability[at]! < threshold) || value === null || value === undefined) continue
    const val = signedSeverity(row, probability[at]!, scores.side[index]![at]!)
    line.flagged.push({ time: scores.times[at]!, value, ...(val !== null && { val }) })
  }
}
