import { groupFindings } from '@omen/engine'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { accounts, detections, verdicts } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { digestOf } from '../digest.ts'
import { readGaps, readPeriods, worstOf } from '../findings/index.ts'
import type { HeadRow } from './detection-row.ts'
import { dataEndOf } from './to-incidents.ts'
import { hideAlike } from './verdict-row.ts'

type OfModel = Pick<HeadRow, 'id' | 'modelId' | 'ownerId'>
type Counted = OfModel & Pick<HeadRow, 'modelType' | 'pvalue' | 'cvalue' | 'toTime' | 'intervalMs' | 'countedWith'>
type Counts = Pick<HeadRow, 'periodCount' | 'incidentCount' | 'worstVal' | 'countedWith'>

/** Brings the counts of detections up to date where the verdicts on their models have changed since they were counted. */
export async function refreshCounts<T extends Counted>(
  ctx: Pick<Context, 'db' | 'clock'>,
  rows: readonly T[],
): Promise<T[]> {
  const digestFor = await readVerdictDigests(ctx, rows)
  const fresh: T[] = []
  for (const row of rows) {
    const countedWith = digestFor(row)
    fresh.push(countedWith === row.countedWith ? row : { ...row, ...(await keepCounts(ctx, row, countedWith)) })
  }
  return fresh
}

/** Digests of the verdicts that hide periods of detections; empty where there are none. */
export async function readVerdictDigests(
  ctx: Pick<Context, 'db'>,
  rows: readonly OfModel[],
): Promise<(row: OfModel) => string> {
  const modelIds = [...new Set(rows.flatMap(({ modelId }) => modelId ?? []))]
  const alone = rows.filter(({ modelId }) => modelId === null).map(({ id }) => id)
  if (rows.length === 0) return () => ''
  const given = await ctx.db
    .select({
      detectionId: sql<string>`${verdicts.detectionId}`,
      periodId: verdicts.periodId,
      modelId: verdicts.modelId,
      verdict: verdicts.verdict,
      accountId: verdicts.accountId,
      zone: accounts.timeZone,
    })
    .from(verdicts)
    .innerJoin(accounts, eq(accounts.id, verdicts.accountId))
    .where(or(inArray(verdicts.modelId, modelIds), inArray(verdicts.detectionId, alone)))
    .orderBy(verdicts.detectionId, verdicts.periodId)
  const texts = new Map<string, string[]>()
  for (const { detectionId, periodId, modelId, verdict, accountId, zone } of given) {
    const key = keyOf({ id: detectionId, modelId, ownerId: accountId })
    texts.set(key, [...(texts.get(key) ?? [zone]), `${detectionId} ${periodId} ${verdict}`])
  }
  return (row) => {
    const found = texts.get(keyOf(row))
    return found ? digestOf(...found) : ''
  }
}

/** Those on a model, and without one those on the detection itself; only those of the owner count. */
function keyOf({ id, modelId, ownerId }: OfModel): string {
  return `${ownerId} ${modelId === null ? `detection ${id}` : `model ${modelId}`}`
}

async function keepCounts(ctx: Pick<Context, 'db' | 'clock'>, row: Counted, countedWith: string): Promise<Counts> {
  const { shown } = await hideAlike(ctx, row, await readPeriods(ctx, row.id))
  const gaps = await readGaps(ctx, row.id)
  const counts = {
    countedWith,
    periodCount: shown.length,
    incidentCount: groupFindings({ periods: shown, gaps }, dataEndOf(row)).length,
    worstVal: worstOf(shown),
  }
  await ctx.db.update(detections).set(counts).where(eq(detections.id, row.id))
  return counts
}

/** Notes for detections that nothing was hidden from or shown again in that their counts stand with the verdicts of now. */
export async function confirmCounts(
  ctx: Pick<Context, 'db'>,
  ids: readonly string[],
  digests: { readonly before: string; readonly now: string },
): Promise<void> {
  await ctx.db
    .update(detections)
    .set({ countedWith: digests.now })
    .where(and(inArray(detections.id, [...ids]), eq(detections.countedWith, digests.before)))
}
