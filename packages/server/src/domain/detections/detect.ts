import { type GapFinding, groupFindings, nameRejectedLines, type Period } from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import type { Findings, ScoredBlocks, StoredModel } from '../../ports/compute.ts'
import type { Database } from '../../ports/database.ts'
import type { TimeSpan } from '../../ports/point-store.ts'
import { accounts, datasets, detections, files, models, modelVersions } from '../../schema/index.ts'
import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { chunksOf, type Dataset, recordOf, rejectedNotes, requirePoints, rowsPerChunk } from '../files/index.ts'
import { type Found, keepFindings, worstOf } from '../findings/index.ts'
import { newHandle } from '../handle.ts'
import { instanceId } from '../instance.ts'
import type { DetectionParameters, JobWork, VisualizationParameters, WorkOptions } from '../jobs/index.ts'
import { findVersion, loadModel, matchSeries, type ReadyVersion } from '../models/index.ts'
import type { DetectionRow } from './detection-row.ts'
import { finishPeriods } from './extract-periods.ts'
import { dataEndOf } from './to-incidents.ts'

type Parameters = DetectionParameters | VisualizationParameters
type Written = 'id' | 'ownerId' | 'jobId' | 'createdAt' | 'isDemo' | 'periodCount' | 'incidentCount' | 'worstVal'
/** The result of a run: the detection and its findings. */
interface Outcome extends Found {
  readonly values: Omit<typeof detections.$inferInsert, Written>
}

/** Runs a detection or a visualization; if it already exists, it was completed before the server died. */
export async function detectFile(ctx: Context, job: JobWork<Parameters>, options: WorkOptions): Promise<JobResult> {
  const [made] = await ctx.db.select().from(detections).where(eq(detections.jobId, job.id))
  if (made) return { detectionId: made.id, notes: made.notes }
  const { parameters } = job
  const [file] = await ctx.db.select().from(files).where(eq(files.id, parameters.filename))
  if (!file) throw new DomainError('NOT_FOUND', { message: 'The file was deleted meanwhile.' })
  const { file: read, dataset } = await requirePoints(ctx, file, {
    signal: options.signal,
    onProgress: (done, total) => options.report({ done, total, unit: 'bytes', note: 'reading' }),
  })
  const outcome =
    parameters.kind === 'detection'
      ? await detect(ctx, parameters, dataset, options)
      : await visualize(ctx, parameters, dataset, options)
  const notes = [...outcome.values.notes, ...rejectedNotes(read, 'en')]
  const row = await keep(ctx, job, dataset, { ...outcome, values: { ...outcome.values, notes } })
  return { detectionId: row.id, ...(row.notes.length > 0 && { notes: row.notes }) }
}

async function detect(
  ctx: Context,
  parameters: DetectionParameters,
  dataset: Dataset,
  options: WorkOptions,
): Promise<Outcome> {
  const version = (await findVersion(ctx, parameters.modelId, parameters.version)) as ReadyVersion
  const [model] = await ctx.db.select().from(models).where(eq(models.id, parameters.modelId))
  const [owner] = await ctx.db.select().from(accounts).where(eq(accounts.id, model!.ownerId))
  const { seriesNumbers, notes } = matchSeries(
    version.series.map((series) => series.id),
    dataset.series,
  )
  const stored = await loadModel(ctx, version)
  const { modelType } = model!
  const { pvalue, cvalue } = parameters
  const scoring = {
    model: stored,
    dataset,
    seriesNumbers,
    pvalue,
    cvalue,
    rowsAtOnce: rowsPerChunk(seriesNumbers.length),
  }
  const { id, rows, periods, gaps } = await scoreAndExtract(ctx, scoring, options)
  const values = {
    ...describe(parameters, dataset),
    kind: 'detection' as const,
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
    scoreSeries: seriesNumbers,
    notes,
    trust: trustIn(version),
    rows,
  }
  return { values, periods, gaps }
}

async function visualize(
  ctx: Context,
  parameters: VisualizationParameters,
  dataset: Dataset,
  options: WorkOptions,
): Promise<Outcome> {
  const values = {
    ...describe(parameters, dataset),
    kind: 'visualization' as const,
    scoreSeries: [],
    notes: [],
    trust: 'low' as const,
    rows: dataset.rows,
  }
  return { values, periods: [], gaps: await findGaps(ctx, dataset, options) }
}

/**
 * Silent targets, silent collectors and frozen values, in a file without a model. It is read twice, a chunk at a
 * time, since its expected values are available only at its end.
 */
export async function findGaps(ctx: Context, dataset: Dataset, options: WorkOptions): Promise<GapFinding[]> {
  const { series, intervalMs } = dataset
  const seriesNumbers = series.map((_, seriesNumber) => seriesNumber)
  const chunks = chunksOf(await ctx.points.readTimes(dataset.id), rowsPerChunk(series.length))
  const read = (chunk: TimeSpan) => ctx.points.readPoints(dataset.id, seriesNumbers, chunk)
  const session = await ctx.compute.openGapSearch({ series, stepMs: intervalMs ?? 0 }, { signal: options.signal })
  const report = (done: number): void =>
    options.report({ done, total: 2 * chunks.length, unit: 'steps', note: 'searching' })
  try {
    for (const [index, chunk] of chunks.entries()) {
      await session.survey(await read(chunk))
      report(index + 1)
    }
    for (const [index, chunk] of chunks.entries()) {
      await session.search(await read(chunk))
      report(chunks.length + index + 1)
    }
    return await session.finish()
  } finally {
    await session.close()
  }
}

function describe(parameters: Parameters, dataset: Dataset) {
  return {
    sourceId: parameters.filename,
    uploadFileName: parameters.uploadFileName,
    pointsId: dataset.id,
    seriesCount: dataset.series.length,
    intervalMs: dataset.intervalMs,
    fromTime: dataset.fromTime!,
    toTime: dataset.toTime!,
  }
}

/** Commits the scores together with the detection that references them and its findings. */
async function keep(
  ctx: Context,
  job: JobWork<Parameters>,
  { sourceId, series, intervalMs, rejectedRuns }: Dataset,
  { values, periods, gaps: found }: Outcome,
): Promise<DetectionRow> {
  const isDemo = job.parameters.kind === 'detection' && job.parameters.isDemo === true
  const gaps = nameRejectedLines(found, rejectedRuns, intervalMs ?? 0)
  return ctx.db.transaction(async (tx) => {
    if (job.parameters.kind === 'detection') await requireStillThere(tx, job.parameters)
    if (values.scoresId) await tx.update(datasets).set({ state: 'ready' }).where(eq(datasets.id, values.scoresId))
    const [row] = await tx
      .insert(detections)
      .values({
        ...values,
        periodCount: periods.length,
        incidentCount: groupFindings({ periods, gaps }, dataEndOf(values)).length,
        worstVal: worstOf(periods),
        isDemo,
        id: ctx.random.id(),
        ownerId: job.ownerId,
        jobId: job.id,
        createdAt: ctx.clock.now(),
      })
      .returning()
    const numbers = new Map(series.map((key, number) => [key.id, number]))
    const origin = { sourceId, detectionId: row!.id, numberOf: (id: string) => numbers.get(id) }
    await keepFindings(tx, { periods, gaps }, origin)
    return row!
  })
}

/** Locks the version until the detection is committed: once it is, deleting the model leaves the weights to it. */
async function requireStillThere(tx: Database, { modelId, version }: DetectionParameters): Promise<void> {
  const isVersion = and(eq(modelVersions.modelId, modelId), eq(modelVersions.version, version))
  const there = await tx
    .select({ version: modelVersions.version })
    .from(modelVersions)
    .where(isVersion)
    .for('key share')
  if (there.length === 0) throw new DomainError('NOT_FOUND', { message: 'The model was deleted meanwhile.' })
}

/** Trust by the amount of training data: a day of minutes is little, two weeks of them much. */
function trustIn(version: { rows: number | null }): 'low' | 'medium' | 'high' {
  const rows = version.rows ?? 0
  if (rows < 300) return 'low'
  return rows < 2000 ? 'medium' : 'high'
}

export interface Scoring {
  readonly model: StoredModel
  readonly dataset: Dataset
  /** Numbers of the model's series in the dataset, in the model's order. */
  readonly seriesNumbers: readonly number[]
  readonly pvalue: number
  readonly cvalue: number
  readonly rowsAtOnce: number
}

interface Scored extends Findings {
  readonly id: string
  readonly rows: number
}

/** A scored dataset with its findings. */
interface ScoredFile extends Omit<Scored, 'left' | 'found'> {
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

/**
 * Scores a dataset from its beginning to its end: while one chunk is scored, the next one is read and the one before is
 * stored. The scores are a dataset of their own, `filling` until a detection names it.
 */
export async function scoreFile(ctx: Context, { dataset, ...scoring }: Scoring, options: WorkOptions): Promise<Scored> {
  const id = newHandle(ctx, 'sc')
  await ctx.db
    .insert(datasets)
    .values({ id, state: 'filling', rows: 0, filledBy: instanceId, createdAt: ctx.clock.now() })
  const { seriesNumbers } = scoring
  const chunks = chunksOf(await ctx.points.readTimes(dataset.id), scoring.rowsAtOnce)
  const read = (index: number) =>
    chunks[index] && quietly(ctx.points.readPoints(dataset.id, seriesNumbers, chunks[index]))
  const series = seriesNumbers.map((seriesNumber) => dataset.series[seriesNumber]!)
  const session = await ctx.compute.openScorer({ ...scoring, series }, { signal: options.signal })
  let rows = 0
  let done = 0
  let storing: Promise<void> = Promise.resolve()
  try {
    let next = read(0)
    for (let index = 0; index < chunks.length; index++) {
      const points = await next!
      next = read(index + 1)
      const blocks = await session.push(points)
      await storing
      storing = quietly(store(ctx, id, blocks))
      rows += blocks.rows
      done += points.times.length
      options.signal.throwIfAborted()
      options.report({ done, total: dataset.rows, unit: 'rows', note: 'scoring' })
    }
    const findings = await session.finish()
    await storing
    await ctx.db
      .update(datasets)
      .set(recordOf(await ctx.points.computeChecksum(id)))
      .where(eq(datasets.id, id))
    return { id, rows, ...findings }
  } catch (error) {
    await storing.catch(() => {})
    await ctx.points.drop([id])
    await ctx.db.delete(datasets).where(eq(datasets.id, id))
    throw error
  } finally {
    await session.close()
  }
}

async function store(ctx: Context, id: string, blocks: ScoredBlocks): Promise<void> {
  await Promise.all([ctx.points.insertScores(id, blocks.scores), ctx.points.insertRowScores(id, blocks.rowScores)])
}

/** Prevents an unhandled rejection of a promise that is awaited later. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
