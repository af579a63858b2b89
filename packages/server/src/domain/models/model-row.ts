import type { ModelType, SeriesKey } from '@omen/engine'
import { and, desc, eq, inArray, max, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { accounts, detections, models, modelVersions } from '../../schema/index.ts'
import type { Model } from '../../schema/wire-types.ts'
import { ownedBy, readableModels } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { toColumn } from '../files/index.ts'
import { type ListedVersion, toModelVersion, versionColumns } from './version-row.ts'

export type ModelRow = typeof models.$inferSelect

const SERIES_LISTED = 500

/** A model that the caller may read; any other is NOT_FOUND. */
export async function findReadableModel(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<ModelRow> {
  const [row] = await ctx.db
    .select()
    .from(models)
    .where(and(eq(models.id, id), readableModels(caller)))
  if (!row) throw notFound('model')
  return row
}

/** A model that the caller may change. A shared model is readable, so changing it is FORBIDDEN rather than NOT_FOUND. */
export async function findOwnModel(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<ModelRow> {
  const row = await findReadableModel(ctx, caller, id)
  if (row.ownerId !== caller.accountId)
    throw new DomainError('FORBIDDEN', { message: 'Only the owner of a model may change it.' })
  return row
}

/** The caller's models of a name, one a type. */
export function listOwnByName(ctx: Pick<Context, 'db'>, caller: Caller, modelName: string): Promise<ModelRow[]> {
  return ctx.db
    .select()
    .from(models)
    .where(and(ownedBy(caller, models.ownerId), hasName(modelName)))
    .orderBy(models.modelType)
}

export interface ModelAddress {
  readonly modelName: string
  readonly modelType?: ModelType | undefined
  /** The owner; the caller where it is left out. */
  readonly modelUserName?: string | undefined
}

/** Resolves a model name: the requested type, else `Holistic`, else the only type of that name. */
export async function findByAddress(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  address: ModelAddress,
): Promise<ModelRow> {
  const owner = address.modelUserName ?? caller.userName
  const found = await ctx.db
    .select({ model: models })
    .from(models)
    .innerJoin(accounts, eq(accounts.id, models.ownerId))
    .where(
      and(
        hasName(address.modelName),
        eq(sql`lower(${accounts.userName})`, owner.toLowerCase()),
        readableModels(caller),
      ),
    )
  const rows = found.map((row) => row.model)
  const wanted = address.modelType ?? (rows.length === 1 ? rows[0]!.modelType : 'Holistic')
  const row = rows.find((one) => one.modelType === wanted)
  if (!row) throw notFound('model')
  return row
}

/** Writes the next version of a model, and the model where there is none. */
export async function addVersion(
  ctx: Pick<Context, 'random' | 'clock'>,
  tx: Database,
  target: {
    ownerId: string
    modelName: string
    modelType: ModelType
    jobId: string
    uploadFileName: string
    isDemo: boolean
  },
): Promise<{ modelId: string; version: number }> {
  const { jobId, uploadFileName } = target
  const modelId = await lockModel(ctx, tx, target)
  const [newest] = await tx
    .select({ version: max(modelVersions.version) })
    .from(modelVersions)
    .where(eq(modelVersions.modelId, modelId))
  const version = (newest?.version ?? 0) + 1
  const createdAt = ctx.clock.now()
  await tx.insert(modelVersions).values({ modelId, version, state: 'queued', jobId, uploadFileName, createdAt })
  return { modelId, version }
}

/** Locks the model, so that concurrent requests do not take the same version number; creates it where there is none. */
async function lockModel(
  ctx: Pick<Context, 'random' | 'clock'>,
  tx: Database,
  model: Pick<ModelRow, 'ownerId' | 'modelName' | 'modelType' | 'isDemo'>,
): Promise<string> {
  const { ownerId, modelName, modelType, isDemo } = model
  const now = ctx.clock.now()
  const isNamed = and(eq(models.ownerId, ownerId), hasName(modelName), eq(models.modelType, modelType))
  for (;;) {
    await tx
      .insert(models)
      .values({ id: ctx.random.id(), ownerId, modelName, modelType, isDemo, createdAt: now, updatedAt: now })
      .onConflictDoNothing()
    const [found] = await tx.select({ id: models.id }).from(models).where(isNamed).for('no key update')
    // A model that was deleted after the insert found it is created by the next one.
    if (found) return found.id
  }
}

/** Models as the wire has them, with what belongs to them read at once; without those that are deleted meanwhile. */
export async function toModels(ctx: Pick<Context, 'db'>, caller: Caller, rows: readonly ModelRow[]): Promise<Model[]> {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const shown = await readShownVersions(ctx, ids)
  const owners = await ctx.db
    .select({ id: accounts.id, userName: accounts.userName })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        rows.map((row) => row.ownerId),
      ),
    )
  const uses = await ctx.db
    .select({ modelId: detections.modelId, count: sql<number>`count(*)::int` })
    .from(detections)
    .where(inArray(detections.modelId, ids))
    .groupBy(detections.modelId)
  return rows.flatMap((row) => {
    const version = shown.find((one) => one.modelId === row.id)
    const owner = owners.find(({ id }) => id === row.ownerId)
    if (!version || !owner) return []
    const mine = row.ownerId === caller.accountId
    const detectionCount = uses.find((use) => use.modelId === row.id)?.count ?? 0
    return [toModel(row, { mine, version, userName: owner.userName, detectionCount })]
  })
}

interface ShownVersion extends ListedVersion {
  /** The first of them. */
  readonly series: readonly SeriesKey[] | null
  /** Of its model. */
  readonly liveVersion: number | null
  readonly versionCount: number
}

/** Of each model the live version, else the newest. */
function readShownVersions(ctx: Pick<Context, 'db'>, modelIds: readonly string[]): Promise<ShownVersion[]> {
  const isLive = sql`coalesce(${modelVersions.version} = ${models.liveVersion}, false)`
  return ctx.db
    .selectDistinctOn([modelVersions.modelId], {
      ...versionColumns,
      series: sql<
        SeriesKey[] | null
      >`jsonb_path_query_array(${modelVersions.series}, ${`$[0 to ${SERIES_LISTED - 1}]`})`,
      liveVersion: models.liveVersion,
      versionCount: sql<number>`count(*) over (partition by ${modelVersions.modelId})::int`,
    })
    .from(modelVersions)
    .innerJoin(models, eq(models.id, modelVersions.modelId))
    .where(inArray(modelVersions.modelId, [...modelIds]))
    .orderBy(modelVersions.modelId, desc(isLive), desc(modelVersions.version))
}

interface ModelParts {
  mine: boolean
  version: ShownVersion
  userName: string
  detectionCount: number
}

function toModel(row: ModelRow, parts: ModelParts): Model {
  const { state, version, liveVersion, versionCount, series } = parts.version
  const isLive = version === liveVersion
  const { id, modelName, modelType, createdAt, updatedAt } = row
  return {
    id,
    modelName,
    modelType,
    modelUserName: parts.userName,
    mine: parts.mine,
    state,
    ...(isLive && { live: toModelVersion(parts.version, liveVersion) }),
    versionCount,
    ...(isLive && series && { series: series.map(toColumn) }),
    createdAt,
    updatedAt,
    sharedWith: parts.mine ? row.sharedNames : [],
    detectionCount: parts.detectionCount,
  }
}

function hasName(modelName: string) {
  return eq(sql`lower(${models.modelName})`, modelName.toLowerCase())
}
