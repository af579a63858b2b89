import { and, eq } from 'drizzle-orm'
import { files, models, modelVersions } from '../../adapters/database/schema/index.ts'
import type { FrameInput, Learned, StoredModel } from '../../ports/compute.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type DatasetRow, readColumns, requirePoints } from '../files/index.ts'
import { newHandle } from '../handle.ts'
import type { JobWork, LearnParameters, VersionTarget, WorkOptions } from '../jobs/index.ts'
import type { JobResult, TrainedVersion } from '../wire-types.ts'
import { learningSpan } from './learning-span.ts'
import { matchSeries } from './match-series.ts'
import { requireIntervals } from './request-files.ts'
import { findVersion, loadModel, requireReadyVersion } from './version-row.ts'

type Work = JobWork<LearnParameters>

/** Trains or updates each model that the job names. One that is ready already was made before the server died. */
export async function learnFromFile(ctx: Context, job: Work, options: WorkOptions): Promise<JobResult> {
  const { dataset } = await requirePoints(ctx, await findFile(ctx, job.parameters.filename), {
    signal: options.signal,
    onProgress: (done, total) => options.report({ done, total, unit: 'bytes', note: 'reading' }),
  })
  const exclude = await readExcluded(ctx, job.parameters.filenameFilter)
  const versions: TrainedVersion[] = []
  const notes = new Set<string>()
  for (const [index, target] of job.parameters.targets.entries()) {
    const report = (done: number, total: number): void =>
      options.report({
        done: index + (total > 0 ? done / total : 0),
        total: job.parameters.targets.length,
        unit: 'steps',
        note: target.modelType,
      })
    await learnOne(ctx, job, target, { dataset, exclude, notes, signal: options.signal, report })
    versions.push({ ...target, live: true })
  }
  return { versions, ...(notes.size > 0 && { notes: [...notes] }) }
}

interface Lesson {
  readonly dataset: DatasetRow
  readonly exclude: readonly { start: number; end: number }[]
  readonly notes: Set<string>
  readonly signal: AbortSignal
  report(done: number, total: number): void
}

async function learnOne(ctx: Context, job: Work, target: VersionTarget, lesson: Lesson): Promise<void> {
  const version = await findVersion(ctx, target.modelId, target.version)
  if (version.state === 'ready') return
  await ctx.db.update(modelVersions).set({ state: 'training' }).where(isVersion(target))
  lesson.report(0, 1)
  const base = job.parameters.kind === 'update' ? await loadBase(ctx, target) : undefined
  const frame = await readFrame(ctx, lesson, base?.order)
  const learned = await ctx.compute.learn(
    { frame, modelType: target.modelType, exclude: lesson.exclude, ...(base && { base: base.model }) },
    { signal: lesson.signal, onProgress: lesson.report },
  )
  await keepModel(ctx, target, learned)
}

/** Weights first, then the row that names them, with the live version: a model is never half there. */
async function keepModel(ctx: Context, target: VersionTarget, learned: Learned): Promise<void> {
  if (learned.kind === 'insufficient') throw notEnough(learned)
  const { model, summary } = learned
  const weightsHandle = newHandle(ctx, 'w')
  await ctx.files.writeBlob(weightsHandle, model.weights)
  await ctx.db.transaction(async (tx) => {
    const ready = await tx
      .update(modelVersions)
      .set({
        state: 'ready',
        header: model.header,
        weightsHandle,
        bytes: model.weights.byteLength,
        series: [...summary.series],
        calibration: summary.calibration,
        rows: summary.rows,
        intervalMs: summary.intervalMs,
        trainedFrom: summary.trainedFrom,
        trainedTo: summary.trainedTo,
      })
      .where(isVersion(target))
      .returning()
    if (ready.length === 0) throw new DomainError('NOT_FOUND', { message: 'The model was deleted meanwhile.' })
    await tx
      .update(models)
      .set({ liveVersion: target.version, updatedAt: ctx.clock.now() })
      .where(eq(models.id, target.modelId))
  })
}

async function loadBase(
  ctx: Context,
  target: VersionTarget,
): Promise<{ model: StoredModel; order: readonly string[] }> {
  const [model] = await ctx.db.select().from(models).where(eq(models.id, target.modelId))
  if (!model) throw new DomainError('NOT_FOUND')
  const version = await requireReadyVersion(ctx, model)
  return { model: await loadModel(ctx, version), order: version.series.map((series) => series.id) }
}

async function readFrame(ctx: Context, lesson: Lesson, order: readonly string[] | undefined): Promise<FrameInput> {
  const { dataset } = lesson
  const { places, notes } = order
    ? matchSeries(order, dataset.series)
    : { places: dataset.series.map((_, index) => index), notes: [] }
  const { span, note } = await learningSpan(ctx, dataset, places.length)
  for (const one of note ? [...notes, note] : notes) lesson.notes.add(one)
  const points = await readColumns(ctx, dataset.id, places, span)
  return { ...points, series: places.map((place) => dataset.series[place]!) }
}

async function readExcluded(ctx: Context, filename: string | undefined) {
  return filename === undefined ? [] : requireIntervals(ctx, await findFile(ctx, filename))
}

/** Whose it is was checked when the job was made. */
async function findFile(ctx: Context, id: string) {
  const [file] = await ctx.db.select().from(files).where(eq(files.id, id))
  if (!file) throw new DomainError('NOT_FOUND', { message: 'The file was deleted meanwhile.' })
  return file
}

function isVersion(target: VersionTarget) {
  return and(eq(modelVersions.modelId, target.modelId), eq(modelVersions.version, target.version))
}

function notEnough(learned: Extract<Learned, { kind: 'insufficient' }>): DomainError {
  const { need, got, reason } = learned
  return new DomainError('NOT_ENOUGH_DATA', {
    message: `Training needs ${need} rows and got ${got}.`,
    details: [{ field: 'filename', message: reason }],
  })
}
