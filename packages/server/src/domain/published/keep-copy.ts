import { severityRank } from '@omen/charts/findings'
import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import {
  datasets,
  detections,
  published,
  publishedRanges,
  publishedResults,
  series,
  sources,
} from '../../schema/index.ts'
import type { FrozenDetection } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { JobWork, PublicationParameters } from '../jobs/index.ts'
import { requireStorage } from '../quotas/index.ts'
import type { FrozenCopy } from './frozen-copy.ts'
import { newLink, noLink } from './link.ts'
import { setReaders, sharedNamesOf } from './share.ts'

interface Made {
  readonly id: string
  readonly job: JobWork<PublicationParameters>
  readonly owner: Caller
}

/** Commits the copy. */
export async function keepCopy(ctx: Context, made: Made, copy: FrozenCopy): Promise<void> {
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
    ...{ sourceId: id, ownerId: owner.accountId, jobId: job.id, createdAt },
    ...{ name, description, system, visibility, sharedNames, expiresAt, withRawData, run },
    ...(visibility === 'open' ? newLink(ctx, id) : noLink),
    ...columns,
    ...{ periodCount, incidentCount, worstVal, severity: severityIn(found.en), bytes },
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

const bytesPerValue = 8

/** Eight bytes a value, and what is found and ranges as they are stored. */
function bytesOf({ values, detections: found, ranges }: FrozenCopy): number {
  const texts = [found.en, found['zh-CN'], ...(ranges ? [ranges.times, ...ranges.series.values()] : [])]
  return texts.reduce((sum, one) => sum + Buffer.byteLength(JSON.stringify(one)), values * bytesPerValue)
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
