import type { SeriesKey } from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import { accounts, detections } from '../../schema/index.ts'
import type { DetectionHead } from '../../schema/wire-types.ts'
import { readable } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import { readSeriesKeys } from '../sources/index.ts'

export type DetectionRow = typeof detections.$inferSelect

/** With the series that it covers; an index in the list is the series' number in the point store. */
export type DetectionFacts = DetectionRow & { readonly series: readonly SeriesKey[] }

/** What values are read by: of a detection, or of a published copy of one. */
export type ReadFacts = Pick<
  DetectionFacts,
  | 'pointsId'
  | 'scoresId'
  | 'scoreSeries'
  | 'modelType'
  | 'pvalue'
  | 'rows'
  | 'intervalMs'
  | 'fromTime'
  | 'toTime'
  | 'series'
>

interface Scored {
  readonly scoresId: string
  readonly weightsHandle: string
  readonly pvalue: number
  readonly cvalue: number
}
export type ScoredFacts = ReadFacts & Pick<Scored, 'scoresId'>

/** A detection that the caller may read; any other is NOT_FOUND. */
export async function findReadableDetection(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
): Promise<DetectionRow> {
  const [row] = await ctx.db
    .select()
    .from(detections)
    .where(and(eq(detections.id, id), readable(caller, detections)))
  if (!row) throw notFound('detection')
  return row
}

export async function findReadableFacts(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<DetectionFacts> {
  const row = await findReadableDetection(ctx, caller, id)
  return { ...row, series: await readSeriesKeys(ctx, row.sourceId, row.seriesCount) }
}

/** A detection that the caller may change. */
export async function findOwnDetection(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<DetectionRow> {
  const row = await findReadableDetection(ctx, caller, id)
  if (row.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN')
  return row
}

/** Whether it was made with a model, and so with scores. */
export function isScored<T extends DetectionRow>(row: T): row is T & Scored {
  return row.scoresId !== null
}

export function hasScores(row: ReadFacts): row is ScoredFacts {
  return row.scoresId !== null
}

const { id, ownerId, kind, isDemo, sourceId, uploadFileName, rows, intervalMs, fromTime, toTime } = detections
const { modelId, modelName, modelType, modelUserName, modelVersion, pvalue, cvalue } = detections
const { seriesCount, periodCount, incidentCount, worstVal, countedWith, createdAt } = detections

/** Columns of a detection in a list; to be selected with its owner joined. */
export const headColumns = {
  id,
  ownerId,
  kind,
  isDemo,
  sourceId,
  uploadFileName,
  rows,
  intervalMs,
  fromTime,
  toTime,
  modelId,
  modelName,
  modelType,
  modelUserName,
  modelVersion,
  pvalue,
  cvalue,
  seriesCount,
  periodCount,
  incidentCount,
  worstVal,
  countedWith,
  createdAt,
  ownerUserName: accounts.userName,
}

export type HeadRow = Pick<DetectionRow, Exclude<keyof typeof headColumns, 'ownerUserName'>> & { ownerUserName: string }

export function toHead(row: HeadRow, caller: Caller): DetectionHead {
  return {
    id: row.id,
    kind: row.kind,
    uploadFileName: row.uploadFileName,
    filename: row.sourceId,
    createdAt: row.createdAt,
    ownerUserName: row.ownerUserName,
    mine: row.ownerId === caller.accountId,
    demo: row.isDemo,
    from: row.fromTime,
    to: row.toTime,
    intervalMs: row.intervalMs,
    rows: row.rows,
    seriesCount: row.seriesCount,
    latestDataTimestamp: row.toTime,
    periodCount: row.periodCount,
    ...(row.incidentCount !== null && { incidentCount: row.incidentCount }),
    worstVal: row.worstVal,
    ...(row.modelId !== null && {
      modelId: row.modelId,
      modelName: row.modelName!,
      modelType: row.modelType!,
      modelUserName: row.modelUserName!,
      modelVersion: row.modelVersion!,
      pvalue: row.pvalue!,
      cvalue: row.cvalue!,
    }),
  }
}
