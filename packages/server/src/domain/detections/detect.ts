import { eq } from 'drizzle-orm'
import { accounts, datasets, detections, files, models } from '../../adapters/database/schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type DatasetRow, requirePoints, rowsPerPiece } from '../files/index.ts'
import type { DetectionParameters, JobWork, VisualizationParameters, WorkOptions } from '../jobs/index.ts'
import { findVersion, loadModel, matchSeries, type ReadyVersion } from '../models/index.ts'
import type { JobResult } from '../wire-types.ts'
import type { DetectionRow } from './detection-row.ts'
import { lookForGaps } from './look-for-gaps.ts'
import { scoreAndDraw } from './score-and-draw.ts'

type Parameters = DetectionParameters | VisualizationParameters
type Findings = Omit<typeof detections.$inferInsert, 'id' | 'ownerId' | 'jobId' | 'createdAt' | 'isDemo'>

/** Does a detection or a visualization; where it is there already, it was made before the server died. */
export async function detectFile(ctx: Context, job: JobWork<Parameters>, options: WorkOptions): Promise<JobResult> {
  const [made] = await ctx.db.select().from(detections).where(eq(detections.jobId, job.id))
  if (made) return { detectionId: made.id, notes: made.notes }
  const { parameters } = job
  const [file] = await ctx.db.select().from(files).where(eq(files.id, parameters.filename))
  if (!file) throw new DomainError('NOT_FOUND', { message: 'The file was deleted meanwhile.' })
  const { dataset } = await requirePoints(ctx, file, {
    signal: options.signal,
    onProgress: (done, total) => options.report({ done, total, unit: 'bytes', note: 'reading' }),
  })
  const findings =
    parameters.kind === 'detection'
      ? await detect(ctx, parameters, dataset, options)
      : await visualize(ctx, parameters, dataset, options)
  const row = await keep(ctx, job, findings)
  return { detectionId: row.id, ...(row.notes.length > 0 && { notes: row.notes }) }
}

async function detect(
  ctx: Context,
  parameters: DetectionParameters,
  dataset: DatasetRow,
  options: WorkOptions,
): Promise<Findings> {
  const version = (await findVersion(ctx, parameters.modelId, parameters.version)) as ReadyVersion
  const [model] = await ctx.db.select().from(models).where(eq(models.id, parameters.modelId))
  const [owner] = await ctx.db.select().from(accounts).where(eq(accounts.id, model!.ownerId))
  const { places, notes } = matchSeries(
    version.series.map((series) => series.id),
    dataset.series,
  )
  const stored = await loadModel(ctx, version)
  const { modelType } = model!
  const { pvalue, cvalue } = parameters
  const scoring = { model: stored, dataset, places, pvalue, cvalue, rowsAtOnce: rowsPerPiece(places.length) }
  const { id, rows, periods, gaps } = await scoreAndDraw(ctx, scoring, options)
  return {
    ...describe(parameters, dataset),
    kind: 'detection',
    modelId: model!.id,
    modelName: model!.modelName,
    modelType,
    modelUserName: owner!.userName,
    modelVersion: version.version,
    modelHeader: version.header,
    weightsHandle: version.weightsHandle,
    pvalue,
    cvalue,
    scoresId: id,
    scoreSeries: places,
    periods,
    gaps,
    notes,
    trust: trustIn(version),
    rows,
  }
}

async function visualize(
  ctx: Context,
  parameters: VisualizationParameters,
  dataset: DatasetRow,
  options: WorkOptions,
): Promise<Findings> {
  return {
    ...describe(parameters, dataset),
    kind: 'visualization',
    scoreSeries: [],
    periods: [],
    gaps: await lookForGaps(ctx, dataset, options),
    notes: [],
    trust: 'low',
    rows: dataset.rows,
  }
}

function describe(parameters: Parameters, dataset: DatasetRow) {
  return {
    filename: parameters.filename,
    uploadFileName: parameters.uploadFileName,
    pointsId: dataset.id,
    series: dataset.series,
    summaries: dataset.summaries,
    intervalMs: dataset.intervalMs,
    fromTime: dataset.fromTime!,
    toTime: dataset.toTime!,
  }
}

/** The scores become real together with the detection that names them. */
async function keep(ctx: Context, job: JobWork<Parameters>, findings: Findings): Promise<DetectionRow> {
  const isDemo = job.parameters.kind === 'detection' && job.parameters.isDemo === true
  return ctx.db.transaction(async (tx) => {
    if (findings.scoresId) await tx.update(datasets).set({ state: 'ready' }).where(eq(datasets.id, findings.scoresId))
    const [row] = await tx
      .insert(detections)
      .values({
        ...findings,
        isDemo,
        id: ctx.random.id(),
        ownerId: job.ownerId,
        jobId: job.id,
        createdAt: ctx.clock.now(),
      })
      .returning()
    return row!
  })
}

/** How much a model has seen: a day of minutes is little, two weeks of them much. */
function trustIn(version: { rows: number | null }): 'low' | 'medium' | 'high' {
  const rows = version.rows ?? 0
  if (rows < 300) return 'low'
  return rows < 2000 ? 'medium' : 'high'
}
