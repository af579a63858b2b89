import { eq } from 'drizzle-orm'
import { files } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { readColumns, rejectedNotes, requirePoints } from '../files/index.ts'
import type { TrainingParameters, WorkOptions } from '../jobs/index.ts'
import { matchSeries } from './match-series.ts'
import { openProjectData } from './project-data.ts'
import { requireIntervals } from './request-files.ts'
import type { TrainingData } from './training-data.ts'
import { trainingSpan } from './training-span.ts'

/** Of the file or the project that the job names. */
export async function openTrainingData(
  ctx: Context,
  parameters: TrainingParameters,
  options: WorkOptions,
): Promise<TrainingData> {
  const { filename, projectId } = parameters
  if (projectId !== undefined) return openProjectData(ctx, projectId)
  return openFileData(ctx, { ...parameters, filename: filename ?? '' }, options)
}

async function openFileData(
  ctx: Context,
  { filename, filenameFilter }: TrainingParameters & { filename: string },
  options: WorkOptions,
): Promise<TrainingData> {
  const { file, dataset } = await requirePoints(ctx, await findFile(ctx, filename), {
    signal: options.signal,
    onProgress: (done, total) => options.report({ done, total, unit: 'bytes', note: 'reading' }),
  })
  const exclude = filenameFilter === undefined ? [] : await requireIntervals(ctx, await findFile(ctx, filenameFilter))
  return {
    exclude,
    async read(order) {
      const { seriesNumbers, notes } = order
        ? matchSeries(order, dataset.series)
        : { seriesNumbers: dataset.series.map((_, index) => index), notes: [] }
      const { span, note } = await trainingSpan(ctx, dataset, seriesNumbers.length)
      const points = await readColumns(ctx, dataset.id, seriesNumbers, span)
      const series = seriesNumbers.map((seriesNumber) => dataset.series[seriesNumber]!)
      return { frame: { ...points, series }, notes: [...notes, ...(note ? [note] : []), ...rejectedNotes(file, 'en')] }
    },
  }
}

/** Ownership was checked when the job was created. */
async function findFile(ctx: Context, id: string) {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, id))
  if (!file) throw new DomainError('NOT_FOUND', { message: 'The file was deleted meanwhile.' })
  return file
}
