import type { Context } from '../context.ts'
import type { WorkOptions } from '../jobs/index.ts'
import { drawSegments } from './draw-periods.ts'
import { type Scored, type Scoring, scoreFile } from './score-file.ts'

/** Scores a dataset and finds its periods on the way; what is left over is drawn from the stored scores. */
export async function scoreAndDraw(
  ctx: Context,
  scoring: Scoring,
  options: WorkOptions,
): Promise<Omit<Scored, 'left'>> {
  const { left, ...scored } = await scoreFile(ctx, scoring, options)
  const { dataset, places } = scoring
  const stored = {
    ...scoring,
    pointsId: dataset.id,
    scoresId: scored.id,
    series: dataset.series,
    scoreSeries: places,
  }
  const others = await drawSegments(ctx, stored, left, options)
  return { ...scored, periods: [...scored.periods, ...others].sort((a, b) => a.fromRow - b.fromRow) }
}
