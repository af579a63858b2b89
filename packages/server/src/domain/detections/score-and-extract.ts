import type { Period } from '@omen/engine'
import type { Context } from '../context.ts'
import type { WorkOptions } from '../jobs/index.ts'
import { finishPeriods } from './extract-periods.ts'
import { type Scored, type Scoring, scoreFile } from './score-file.ts'

/** A scored dataset with its findings. */
export interface ScoredFile extends Omit<Scored, 'left' | 'found'> {
  readonly periods: Period[]
}

/** Scores a dataset and finds its periods while scoring; remaining segments are looked through in the stored scores. */
export async function scoreAndExtract(ctx: Context, scoring: Scoring, options: WorkOptions): Promise<ScoredFile> {
  const { left, found, ...scored } = await scoreFile(ctx, scoring, options)
  const { dataset, seriesNumbers } = scoring
  const stored = {
    ...scoring,
    pointsId: dataset.id,
    scoresId: scored.id,
    series: dataset.series,
    scoreSeries: seriesNumbers,
  }
  const periods = await finishPeriods(ctx, stored, { found, left }, { signal: options.signal, inJob: true })
  return { ...scored, periods }
}
