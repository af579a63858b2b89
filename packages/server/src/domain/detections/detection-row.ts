import { and, eq, getTableColumns, inArray } from 'drizzle-orm'
import { accounts, detections } from '../../adapters/database/schema/index.ts'
import { readableDetections } from '../access.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError, notFound } from '../errors.ts'
import type { DetectionHead } from '../wire-types.ts'

export type DetectionRow = typeof detections.$inferSelect
/** A detection without what was found in it, which can be megabytes. */
export type DetectionFacts = Omit<DetectionRow, 'periods' | 'gaps'>
interface Scored {
  readonly scoresId: string
  readonly weightsHandle: string
  readonly pvalue: number
  readonly cvalue: number
}
/** With a model, and so with scores. */
export type ScoredRow = DetectionRow & Scored
export type ScoredFacts = DetectionFacts & Scored

const { periods: _periods, gaps: _gaps, ...factColumns } = getTableColumns(detections)

/** A detection that the caller may look at; any other looks like none. */
export async function findReadableDetection(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  id: string,
): Promise<DetectionRow> {
  const [row] = await ctx.db.select().from(detections).where(readable(caller, id))
  if (!row) throw notFound('detection')
  return row
}

export async function findReadableFacts(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<DetectionFacts> {
  const [row] = await ctx.db.select(factColumns).from(detections).where(readable(caller, id))
  if (!row) throw notFound('detection')
  return row
}

function readable(caller: Caller, id: string) {
  return and(eq(detections.id, id), readableDetections(caller))
}

/** A detection that the caller may change. */
export async function findOwnDetection(ctx: Pick<Context, 'db'>, caller: Caller, id: string): Promise<DetectionRow> {
  const row = await findReadableDetection(ctx, caller, id)
  if (row.ownerId !== caller.accountId) throw new DomainError('FORBIDDEN')
  return row
}

export function isScored<T extends DetectionFacts>(row: T): row is T & Scored {
  return row.scoresId !== null
}

export async function toHeads(
  ctx: Pick<Context, 'db'>,
  caller: Caller,
  rows: readonly DetectionRow[],
): Promise<DetectionHead[]> {
  if (rows.length === 0) return []
  const owners = await ctx.db
    .select({ id: accounts.id, userName: accounts.userName })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        rows.map((row) => row.ownerId),
      ),
    )
  return rows.map((row) => toHead(row, caller, owners.find((owner) => owner.id === row.ownerId)!.userName))
}

function toHead(row: DetectionRow, caller: Caller, ownerUserName: string): DetectionHead {
  const { id, kind, uploadFileName, filename, createdAt, fromTime, toTime, rows, intervalMs, periods } = row
  const worst = periods.reduce((most, period) => (Math.abs(period.val) > Math.abs(most) ? period.val : most), 0)
  return {
    id,
    kind,
    uploadFileName,
    filename,
    createdAt,
    ownerUserName,
    mine: row.ownerId === caller.accountId,
    demo: row.isDemo,
    from: fromTime,
    to: toTime,
    intervalMs,
    rows,
    seriesCount: row.series.length,
    latestDataTimestamp: toTime,
    periodCount: periods.length,
    worstVal: periods.length > 0 ? worst : null,
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
