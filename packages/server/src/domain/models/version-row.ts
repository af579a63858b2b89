import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { StoredModel } from '../../ports/compute.ts'
import { modelVersions } from '../../schema/index.ts'
import type { ModelVersion } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { readWeights } from './weights.ts'

export type VersionRow = typeof modelVersions.$inferSelect
export type ReadyVersion = VersionRow & {
  readonly weightsHandle: string
  readonly series: NonNullable<VersionRow['series']>
  readonly calibration: NonNullable<VersionRow['calibration']>
}

/** What lists show of a version: not its header, nor its series, which may be thousands. */
const { header: _header, series: _series, weightsHandle: _handle, ...listed } = getTableColumns(modelVersions)
export const versionColumns = {
  ...listed,
  seriesCount: sql<number | null>`jsonb_array_length(${modelVersions.series})`,
}
export type ListedVersion = Omit<VersionRow, 'header' | 'series' | 'weightsHandle'> & { seriesCount: number | null }

export async function findVersion(ctx: Pick<Context, 'db'>, modelId: string, version: number): Promise<VersionRow> {
  const [row] = await ctx.db
    .select()
    .from(modelVersions)
    .where(and(eq(modelVersions.modelId, modelId), eq(modelVersions.version, version)))
  if (!row) throw new DomainError('NOT_FOUND', { message: `There is no version ${version} of this model.` })
  return row
}

/** The version given, else the live one; refuses one that is not ready. */
export async function requireReadyVersion(
  ctx: Pick<Context, 'db'>,
  model: { id: string; liveVersion: number | null },
  version?: number,
): Promise<ReadyVersion> {
  const wanted = version ?? model.liveVersion
  if (wanted === null) throw new DomainError('MODEL_NOT_READY')
  const row = await findVersion(ctx, model.id, wanted)
  if (row.state !== 'ready') throw new DomainError('MODEL_NOT_READY')
  return row as ReadyVersion
}

export async function loadModel(
  ctx: Pick<Context, 'files' | 'db' | 'clock' | 'log'>,
  version: { header: unknown; weightsHandle: string },
): Promise<StoredModel> {
  return { header: version.header, weights: await readWeights(ctx, version.weightsHandle) }
}

export function toModelVersion(row: ListedVersion, liveVersion: number | null): ModelVersion {
  const { version, state, createdAt, uploadFileName, trainedFrom, trainedTo, rows, intervalMs } = row
  const { seriesCount, bytes, jobId } = row
  return {
    version,
    state,
    live: version === liveVersion,
    createdAt,
    uploadFileName,
    trainedFrom,
    trainedTo,
    rows,
    intervalMs,
    seriesCount,
    bytes,
    jobId,
    ...(row.calibration && { calibration: row.calibration }),
    ...(row.failure && { failure: row.failure }),
  }
}
