import type { Context } from '../context.ts'
import type { WorkOptions } from '../jobs/index.ts'
import { extractSegments } from './extract-periods.ts'
import { type Scored, type Scoring, scoreFile } from './score-file.ts'

/** Scores a dataset and extracts its periods while scoring; remaining segments are extracted from the stored scores. */
export async function scoreAndExtract(
  ctx: Context,
  scoring: Scoring,
  options: WorkOptions,
): Promise<Omit<Scored, 'left'>> {
  const { left, ...scored } = await scoreFile(ctx, scoring, options)
  const { dataset, seriesNumbers } = scoring
  const stored = {
    ...scoring,
    pointsId: dataset.id,
    scoresId: scored.id,
    series: dataset.series,
    scoreSeries: seriesNumbers,
  }
  const others = await extractSegments(ctx, stored, left, options)
  return { ...scored, periods: [...scored.periods, ...others].sort((a, b) => a.fromRow - b.fromRow) }
}
