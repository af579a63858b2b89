import { and, asc, desc, eq, gt, ne, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import {
  datasets,
  detections,
  files,
  liveStates,
  logFiles,
  modelVersions,
  sources,
  weights,
} from '../../schema/index.ts'

/** Rows at once, so that a long list is never held. */
const PAGE_SIZE = 500

/** Complete datasets with their stored row counts; one that is still being filled is filled again after a restore. */
export async function* readyDatasets(db: Database): AsyncGenerator<{ id: string; storedRows: number | null }, void> {
  const rows = async (after: string) =>
    db
      .select({ id: datasets.id, storedRows: datasets.storedRows })
      .from(datasets)
      .where(and(eq(datasets.state, 'ready'), gt(datasets.id, after)))
      .orderBy(asc(datasets.id))
      .limit(PAGE_SIZE)
  yield* pagesOfRows(rows)
}

/** Sources that collect. */
export async function* liveSources(db: Database): AsyncGenerator<string, void> {
  yield* pages((after) =>
    db
      .select({ id: sources.id })
      .from(sources)
      .where(and(ne(sources.kind, 'file'), gt(sources.id, after)))
      .orderBy(asc(sources.id))
      .limit(PAGE_SIZE),
  )
}

/** Uploaded files that were read as logs, by what their lines are stored under. */
export async function* logDatasets(db: Database): AsyncGenerator<string, void> {
  yield* pages((after) =>
    db
      .select({ id: logFiles.datasetId })
      .from(logFiles)
      .where(gt(logFiles.datasetId, after))
      .orderBy(asc(logFiles.datasetId))
      .limit(PAGE_SIZE),
  )
}

/** The states of a source's live detection, the newest first. */
export async function statesOf(db: Database, sourceId: string): Promise<string[]> {
  const rows = await db
    .select({ handle: liveStates.handle })
    .from(liveStates)
    .where(eq(liveStates.sourceId, sourceId))
    .orderBy(desc(liveStates.position))
  return rows.map(({ handle }) => handle)
}

/** Complete uploads with their checksums; an unfinished upload is sent again from the beginning. */
export async function* wholeFiles(db: Database): AsyncGenerator<{ id: string; sha256: string }, void> {
  const rows = async (after: string) =>
    db
      .select({ id: files.id, sha256: files.sha256 })
      .from(files)
      .where(and(notInArray(files.state, ['receiving', 'expired']), gt(files.id, after)))
      .orderBy(asc(files.id))
      .limit(PAGE_SIZE)
  yield* pagesOfRows(rows)
}

/**
 * Weights of versions, and those that a detection keeps of a deleted version, with their checksums; null where none was
 * recorded.
 */
export async function* namedBlobs(db: Database): AsyncGenerator<{ id: string; sha256: string | null }, void> {
  const versions = db.select({ id: sql<string>`${modelVersions.weightsHandle}`.as('id') }).from(modelVersions)
  const kept = db.select({ id: sql<string>`${detections.weightsHandle}`.as('id') }).from(detections)
  yield* pagesOfRows(async (after) => {
    const named = versions.union(kept).as('named')
    return db
      .select({ id: named.id, sha256: weights.sha256 })
      .from(named)
      .leftJoin(weights, eq(weights.handle, named.id))
      .where(gt(named.id, after))
      .orderBy(asc(named.id))
      .limit(PAGE_SIZE)
  })
}

async function* pages(read: (after: string) => Promise<{ id: string }[]>): AsyncGenerator<string, void> {
  for await (const { id } of pagesOfRows(read)) yield id
}

async function* pagesOfRows<T extends { id: string }>(read: (after: string) => Promise<T[]>): AsyncGenerator<T, void> {
  for (let rows = await read(''); rows.length > 0; rows = await read(rows.at(-1)!.id)) yield* rows
}
