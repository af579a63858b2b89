import { severityRank } from '@omen/charts/findings'
import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import {
  accounts,
  datasets,
  detections,
  type KeptRanges,
  published,
  publishedRanges,
  publishedResults,
  series,
  sources,
} from '../../schema/index.ts'
import type { FrozenDetection, JobResult, SeriesData } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { detectFile, findReadableFacts, getDetection, readSeries } from '../detections/index.ts'
import { digestOf } from '../digest.ts'
import { DomainError } from '../errors.ts'
import { readEvents } from '../events/index.ts'
import { discardDataset } from '../files/index.ts'
import { instanceId } from '../instance.ts'
import type { JobWork, PublicationParameters, WorkOptions } from '../jobs/index.ts'
import { marginOfCopy, readLiveCopy, readStored } from '../live/index.ts'
import { selectProjects } from '../projects/index.ts'
import { requireStorage } from '../quotas/index.ts'
import { readSeriesKeys } from '../sources/index.ts'
import { type FrozenCopy, KEPT_BUCKETS, type KeptCopy } from './frozen-copy.ts'
import { frozenOfLive } from './frozen-of-live.ts'
import { NO_LINK, newLink } from './link.ts'
import { setReaders, sharedNamesOf } from './share.ts'
import { withoutRemarks } from './without-remarks.ts'

/** Makes the frozen copy; if it already exists, it was completed before the server died. */
export async function publish(
  ctx: Context,
  job: JobWork<PublicationParameters>,
  options: WorkOptions,
): Promise<JobResult> {
  const [made] = await ctx.db.select().from(published).where(eq(published.jobId, job.id))
  if (made) return { publishedId: made.sourceId }
  const { parameters } = job
  const id = idOf(job)
  const owner = await findOwner(ctx, job.ownerId)
  if (parameters.origin === 'project') {
    options.report({ done: 0, total: 1, unit: 'steps', note: 'copying' })
    try {
      await keepCopy(ctx, { id, job, owner }, await freezeProject(ctx, id, parameters, options.signal))
    } catch (error) {
      await discardPoints(ctx, id)
      throw error
    }
    return { publishedId: id }
  }
  const run =
    parameters.origin === 'file'
      ? await detectFile(ctx, { ...job, parameters: parameters.detection }, options)
      : { detectionId: parameters.detectionId }
  options.report({ done: 0, total: 1, unit: 'steps', note: 'copying' })
  const copy = await freezeDetection(ctx, owner, {
    id,
    detectionId: run.detectionId!,
    withRawData: parameters.fields.withRawData,
    signal: options.signal,
  })
  await keepCopy(ctx, { id, job, owner }, copy)
  return { ...run, publishedId: id }
}

interface Wanted {
  readonly id: string
  readonly detectionId: string
  readonly withRawData: boolean
  readonly signal: AbortSignal
}

/** A detection as its owner sees it now. Points and scores of files never change: the copy keeps the same ones. */
async function freezeDetection(
  ctx: Context,
  owner: Caller,
  { id, detectionId, withRawData, signal }: Wanted,
): Promise<FrozenCopy> {
  const facts = await findReadableFacts(ctx, owner, detectionId)
  const freeze = async (locale: 'en' | 'zh-CN'): Promise<FrozenDetection> => ({
    ...withoutRemarks(await getDetection(ctx, owner, detectionId, { locale, signal })),
    id,
  })
  const read = (seriesIds: readonly string[], buckets: number) => readSeries(ctx, facts, { seriesIds, buckets })
  const seriesIds = facts.series.map((one) => one.id)
  const { modelName, modelType, modelVersion, pvalue, cvalue } = facts
  const { pointsId, scoresId, scoreSeries, seriesCount, rows, intervalMs, fromTime, toTime } = facts
  return {
    columns: {
      origin: 'file',
      originName: facts.uploadFileName,
      modelName,
      modelType,
      modelVersion,
      pvalue,
      cvalue,
      ...(withRawData && { pointsId, scoresId, scoreSeries }),
      seriesCount,
      rows,
      intervalMs,
      fromTime,
      toTime,
    },
    sourceId: facts.sourceId,
    detectionId,
    detections: { en: await freeze('en'), 'zh-CN': await freeze('zh-CN') },
    ...(!withRawData && { ranges: await keepRanges(seriesIds, read, signal) }),
    values: withRawData ? rows * seriesCount : 0,
  }
}

/** The same whenever the job is run again, so that what a killed server copied is found. */
function idOf(job: { readonly id: string }): string {
  return `pb_${digestOf('published', job.id).slice(0, 24)}`
}

/** Whoever asked for it, who may have lost the right to since. */
async function findOwner({ db }: Pick<Context, 'db'>, accountId: string): Promise<Caller> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId))
  if (!account) throw new DomainError('NOT_FOUND', { message: 'The account was deleted meanwhile.' })
  const { userName, role } = account
  return { accountId, userName, role, via: 'session', scopes: [], credentialId: '' }
}

interface Made {
  readonly id: string
  readonly job: JobWork<PublicationParameters>
  readonly owner: Caller
}

/** Commits the copy. */
async function keepCopy(ctx: Context, made: Made, copy: FrozenCopy): Promise<void> {
  await ctx.db.transaction((tx) => insert({ ...ctx, db: tx }, made, copy))
}

async function insert(ctx: Context, { id, job, owner }: Made, copy: FrozenCopy): Promise<void> {
  const { db } = ctx
  const { fields } = job.parameters
  const { columns, detections: found } = copy
  const createdAt = ctx.clock.now()
  if (copy.detectionId !== undefined) await requireStillThere(db, copy.detectionId)
  const bytes = bytesOf(copy)
  await requireStorage(ctx, db, { accountId: owner.accountId, bytes })
  const { intervalMs, fromTime, toTime } = columns
  const source = { id, ownerId: owner.accountId, kind: 'published' as const, name: fields.name }
  await db.insert(sources).values({ ...source, intervalMs, fromTime, toTime, createdAt })
  await copySeries(db, copy, id)
  const sharedNames = fields.visibility === 'shared' ? sharedNamesOf(fields.userNames, owner.userName) : []
  const { name, description, system, visibility, expiresAt = null, withRawData, run } = fields
  const { periodCount, incidentCount = found.en.incidents.length, worstVal = null } = found.en
  await db.insert(published).values({
    sourceId: id,
    ownerId: owner.accountId,
    jobId: job.id,
    createdAt,
    name,
    description,
    system,
    visibility,
    sharedNames,
    expiresAt,
    withRawData,
    run,
    ...(visibility === 'open' ? newLink(ctx, id) : NO_LINK),
    ...columns,
    periodCount,
    incidentCount,
    worstVal,
    severity: severityIn(found.en),
    bytes,
  })
  await setReaders(db, { id, ownerId: owner.accountId, at: createdAt }, sharedNames)
  for (const locale of ['en', 'zh-CN'] as const)
    await db.insert(publishedResults).values({ sourceId: id, locale, detection: found[locale] })
  await db.update(datasets).set({ state: 'ready' }).where(eq(datasets.id, id))
  if (copy.ranges === undefined) return
  await db.insert(publishedRanges).values({ sourceId: id, number: -1, ranges: copy.ranges.times })
  for (const [number, ranges] of copy.ranges.series)
    await db.insert(publishedRanges).values({ sourceId: id, number, ranges })
}

const BYTES_PER_VALUE = 8

/** Eight bytes a value, and what is found and ranges as they are stored. */
function bytesOf({ values, detections: found, ranges }: FrozenCopy): number {
  const texts = [found.en, found['zh-CN'], ...(ranges ? [ranges.times, ...ranges.series.values()] : [])]
  return texts.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), values * BYTES_PER_VALUE)
}

/** Locks it until the copy is committed: from then on its points are kept for that. */
async function requireStillThere(db: Database, detectionId: string): Promise<void> {
  const there = await db
    .select({ id: detections.id })
    .from(detections)
    .where(eq(detections.id, detectionId))
    .for('key share')
  if (there.length === 0) throw new DomainError('NOT_FOUND', { message: 'The detection was deleted meanwhile.' })
}

/** Their numbers stay, since points and scores name them. */
async function copySeries(db: Database, { sourceId, columns }: FrozenCopy, id: string): Promise<void> {
  await db.insert(series).select(
    db
      .select({ ...getTableColumns(series), sourceId: sql<string>`${id}`.as('source_id') })
      .from(series)
      .where(and(eq(series.sourceId, sourceId), lt(series.number, columns.seriesCount))),
  )
}

/** 0 to 10, of the worst period or finding in logs; null without any. */
function severityIn({ periods, logs = [] }: FrozenDetection): number | null {
  const degrees = [...periods.map(({ val }) => Math.min(10, severityRank(val))), ...logs.map(({ val }) => val)]
  return degrees.length === 0 ? null : Math.max(...degrees)
}

type Parameters = Extract<PublicationParameters, { origin: 'project' }>

/** An interval of a project: its values and scores are copied within the point store, to the source of the copy. */
async function freezeProject(
  ctx: Context,
  id: string,
  { projectId, from, to, fields }: Parameters,
  signal: AbortSignal,
): Promise<FrozenCopy> {
  const [row] = await selectProjects(ctx.db).where(eq(sources.id, projectId))
  if (!row || row.project.removedAt !== null)
    throw new DomainError('NOT_FOUND', { message: 'The project was removed meanwhile.' })
  const { project, source, model } = row
  const stepMs = project.samplingMs
  const read = (locale: 'en' | 'zh-CN') => readStored(ctx, row, { from, to, buckets: 1000, locale })
  const [english, chinese] = [await read('en'), await read('zh-CN')]
  const events = (await readEvents(ctx, projectId, { from, to })).map(({ link: _, by: __, ...event }) => event)
  const detections = {
    en: { ...frozenOfLive(id, english), events },
    'zh-CN': { ...frozenOfLive(id, chinese), events },
  }
  const keys = await readSeriesKeys(ctx, projectId)
  const seriesIds = keys.map((one) => one.id)
  const { withRawData } = fields
  if (withRawData) {
    await startPoints(ctx, id)
    await ctx.points.copyLive(projectId, id, { from: from - marginOfCopy(stepMs), to: to + 1 })
  }
  const copy = { sourceId: projectId, stepMs, fromTime: from, toTime: to }
  const ranges = withRawData
    ? undefined
    : await keepRanges(
        seriesIds,
        (some, buckets) => readLiveCopy(ctx, copy, { seriesIds: some, from, to, buckets }),
        signal,
      )
  return {
    columns: {
      origin: 'project',
      originName: source.name,
      modelName: model?.modelName ?? null,
      modelType: model?.modelType ?? null,
      modelVersion: model?.version ?? null,
      pvalue: project.pvalue,
      cvalue: project.cvalue,
      seriesCount: keys.length,
      rows: detections.en.rows,
      intervalMs: stepMs,
      fromTime: from,
      toTime: to,
    },
    sourceId: projectId,
    detections,
    ...(ranges !== undefined && { ranges }),
    values: withRawData ? (await ctx.points.describeLive(id)).points : 0,
  }
}

/** Records the points of a copy before they are there, so that what nothing names in the end is swept: of a dead server, or revoked during a backup. */
async function startPoints({ db, clock }: Context, id: string): Promise<void> {
  const filling = { state: 'filling' as const, filledBy: instanceId, createdAt: clock.now() }
  await db
    .insert(datasets)
    .values({ id, rows: 0, ...filling })
    .onConflictDoUpdate({ target: datasets.id, set: filling })
}

/** Drops them, unless another server has taken over the job that makes the copy. */
async function discardPoints(ctx: Context, id: string): Promise<void> {
  const isOwn = and(eq(datasets.id, id), eq(datasets.state, 'filling'), eq(datasets.filledBy, instanceId))
  if ((await ctx.db.$count(datasets, isOwn)) > 0) await discardDataset(ctx, id)
}

type Read = Omit<SeriesData, 'success'>

const SERIES_AT_ONCE = 50

/** Reads the ranges of all series in parts; `read` reads those of some, over the whole time. */
async function keepRanges(
  seriesIds: readonly string[],
  read: (seriesIds: readonly string[], buckets: number) => Promise<Read>,
  signal: AbortSignal,
): Promise<KeptCopy> {
  const series = new Map<number, KeptRanges>()
  let whole: Read | undefined
  for (let first = 0; first < seriesIds.length; first += SERIES_AT_ONCE) {
    signal.throwIfAborted()
    const part = await read(seriesIds.slice(first, first + SERIES_AT_ONCE), KEPT_BUCKETS)
    whole ??= part
    for (const { seriesId, ...ranges } of part.series) series.set(seriesIds.indexOf(seriesId, first), ranges)
  }
  const { from = 0, to = 0, bucketMs = 1, times = [], degree = [] } = whole ?? {}
  return { times: { from, to, bucketMs, times, degree }, series }
}
