import { and, desc, eq, gt, inArray, ne, notExists } from 'drizzle-orm'
import type { StoredModel, TrainOutcome } from '../../ports/compute.ts'
import type { SealedFile } from '../../ports/file-store.ts'
import { models, modelVersions } from '../../schema/index.ts'
import type { JobResult, TrainedVersion } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { newHandle } from '../handle.ts'
import type { JobWork, TrainingParameters, VersionTarget, WorkOptions } from '../jobs/index.ts'
import { deleteNaming, removeRequested, requestRemoval } from '../removals/index.ts'
import { openTrainingData } from './open-training-data.ts'
import type { TrainingData } from './training-data.ts'
import { findVersion, loadModel, requireReadyVersion } from './version-row.ts'
import { keepWeights } from './weights.ts'

type Work = JobWork<TrainingParameters>

/** Trains or updates each model of the job. A version that is already ready was completed before the server died. */
export async function runTraining(ctx: Context, job: Work, options: WorkOptions): Promise<JobResult> {
  const data = await openTrainingData(ctx, job.parameters, options)
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
    await trainOne(ctx, job, target, { data, notes, signal: options.signal, report })
    versions.push({ ...target, live: await isLive(ctx, target) })
  }
  if (job.parameters.projectId !== undefined) await dropOldVersions(ctx, job.parameters.targets)
  return { versions, ...(notes.size > 0 && { notes: [...notes] }) }
}

/** A week of daily versions, to go back to. */
const VERSIONS_KEPT = 7

/** Deletes the versions that trainings without end have left behind, but for the newest ones and the live one. */
async function dropOldVersions(ctx: Context, targets: readonly VersionTarget[]): Promise<void> {
  for (const { modelId } of targets)
    await deleteNaming(ctx, async (tx) => {
      const [model] = await tx.select().from(models).where(eq(models.id, modelId)).for('no key update')
      const old = await tx
        .select({ version: modelVersions.version })
        .from(modelVersions)
        .where(and(eq(modelVersions.modelId, modelId), ne(modelVersions.version, model?.liveVersion ?? 0)))
        .orderBy(desc(modelVersions.version))
        .offset(VERSIONS_KEPT - 1)
      const numbers = old.map(({ version }) => version)
      if (numbers.length === 0) return []
      const dropped = await tx
        .delete(modelVersions)
        .where(and(eq(modelVersions.modelId, modelId), inArray(modelVersions.version, numbers)))
        .returning({ handle: modelVersions.weightsHandle })
      return dropped.flatMap(({ handle }) => (handle === null ? [] : [handle]))
    })
  await removeRequested(ctx)
}

interface TrainingInput {
  readonly data: TrainingData
  readonly notes: Set<string>
  readonly signal: AbortSignal
  report(done: number, total: number): void
}

async function trainOne(ctx: Context, job: Work, target: VersionTarget, input: TrainingInput): Promise<void> {
  const version = await findVersion(ctx, target.modelId, target.version)
  if (version.state === 'ready') return
  await ctx.db.update(modelVersions).set({ state: 'training' }).where(isUnready(target))
  input.report(0, 1)
  const base = job.parameters.kind === 'update' ? await loadBase(ctx, target) : undefined
  const { frame, notes } = await input.data.read(base?.order)
  for (const note of notes) input.notes.add(note)
  const { exclude, timeZone } = input.data
  const outcome = await ctx.compute.train(
    { frame, modelType: target.modelType, exclude, timeZone, ...(base && { base: base.model }) },
    { signal: input.signal, onProgress: input.report },
  )
  await keepModel(ctx, target, outcome)
}

/** Writes the weights first, then the row that references them and the live version, so that a model is never incomplete. */
async function keepModel(ctx: Context, target: VersionTarget, outcome: TrainOutcome): Promise<void> {
  if (outcome.kind === 'insufficient') throw notEnough(outcome)
  const handle = newHandle(ctx, 'w')
  const stored = await ctx.files.write('blob', handle, slicesOf(outcome.model.weights))
  let isReferenced = false
  try {
    isReferenced = await ctx.db.transaction((tx) =>
      makeReady({ ...ctx, db: tx }, target, { ...outcome, handle, stored }),
    )
  } finally {
    if (!isReferenced) await removeWeights(ctx, handle)
  }
}

type TrainedWeights = Extract<TrainOutcome, { kind: 'model' }> & { handle: string; stored: SealedFile }

/** False if another run of the job, which was taken over, has made the version ready: its weights are kept. */
async function makeReady(ctx: Context, target: VersionTarget, trained: TrainedWeights): Promise<boolean> {
  const { model, summary, handle, stored } = trained
  const isModel = eq(models.id, target.modelId)
  const [locked] = await ctx.db.select({ id: models.id }).from(models).where(isModel).for('no key update')
  if (!locked) throw new DomainError('NOT_FOUND', { message: 'The model was deleted meanwhile.' })
  const { state } = await findVersion(ctx, target.modelId, target.version)
  if (state === 'ready') return false
  await keepWeights(ctx.db, handle, stored)
  await ctx.db
    .update(modelVersions)
    .set({
      state: 'ready',
      header: model.header,
      weightsHandle: handle,
      bytes: model.weights.byteLength,
      series: [...summary.series],
      calibration: summary.calibration,
      rows: summary.rows,
      intervalMs: summary.intervalMs,
      trainedFrom: summary.trainedFrom,
      trainedTo: summary.trainedTo,
    })
    .where(isUnready(target))
  // A training that ends after a newer one must not replace it, nor what the owner has put live since.
  const newer = and(
    eq(modelVersions.modelId, target.modelId),
    eq(modelVersions.state, 'ready'),
    gt(modelVersions.version, target.version),
  )
  await ctx.db
    .update(models)
    .set({ liveVersion: target.version, updatedAt: ctx.clock.now() })
    .where(and(isModel, notExists(ctx.db.select().from(modelVersions).where(newer))))
  return true
}

/** By request, since a commit whose answer was lost may have referenced them; what cannot be removed is set aside later. */
async function removeWeights(ctx: Context, handle: string): Promise<void> {
  try {
    await requestRemoval(ctx, [handle])
    await removeRequested(ctx)
  } catch (error) {
    ctx.log.warn({ err: error, handle }, 'weights without a version could not be removed')
  }
}

async function isLive(ctx: Context, target: VersionTarget): Promise<boolean> {
  const isTarget = and(eq(models.id, target.modelId), eq(models.liveVersion, target.version))
  return (await ctx.db.$count(models, isTarget)) > 0
}

/** Slices the weights, since hashing all weights of a wide model at once would block the event loop. */
function* slicesOf(bytes: Uint8Array, size = 1_048_576): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
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

/** A run that was taken over must not touch the version that another one made ready. */
function isUnready(target: VersionTarget) {
  const { modelId, version } = target
  return and(eq(modelVersions.modelId, modelId), eq(modelVersions.version, version), ne(modelVersions.state, 'ready'))
}

function notEnough(outcome: Extract<TrainOutcome, { kind: 'insufficient' }>): DomainError {
  const { need, got, counted, reason } = outcome
  const what = { rows: 'rows with values', instances: 'instances of one metric' }[counted]
  return new DomainError('NOT_ENOUGH_DATA', {
    message: `Training needs ${need} ${what} and got ${got}.`,
    details: [{ field: 'filename', message: reason, values: { count: got, limit: need, counted } }],
  })
}
