import { createHash } from 'node:crypto'
import type { DatabaseSnapshot, DumpedTable } from '../../ports/database-archive.ts'
import type { FileKind, FileStore } from '../../ports/file-store.ts'
import type { PointArchive, PointBlock } from '../../ports/point-archive.ts'
import { DatasetDamagedError } from '../../ports/point-store-errors.ts'
import { damageIn } from '../files/verify.ts'
import { BackupError } from './archive/backup-error.ts'
import { ARCHIVE_VERSION, type ItemEntry } from './archive/entries.ts'
import { type ArchiveItem, writeArchive } from './archive/write-archive.ts'
import { liveSources, logDatasets, namedBlobs, readyDatasets, statesOf, wholeFiles } from './named.ts'
import type { BackupStores } from './stores.ts'

export interface BackupOrigin {
  /** The server's version. */
  readonly omen: string
  /** Epoch milliseconds. */
  readonly now: number
}

/**
 * Everything at one moment, as a stream: the database's snapshot is that moment, and what it names in the other stores is
 * written once and held until the stream ends or is left.
 */
export async function* createBackup(stores: BackupStores, origin: BackupOrigin): AsyncGenerator<Uint8Array, void> {
  const snapshot = await stores.database.openSnapshot()
  try {
    const head = {
      format: 'omen-backup' as const,
      version: ARCHIVE_VERSION,
      createdAt: new Date(origin.now).toISOString(),
      omen: origin.omen,
      ...snapshot.shape,
    }
    yield* writeArchive(head, everything(stores, snapshot))
  } finally {
    await snapshot.close()
  }
}

async function* everything(stores: BackupStores, snapshot: DatabaseSnapshot): AsyncGenerator<ArchiveItem, void> {
  for (const table of snapshot.shape.tables) yield tableItem(snapshot, table)
  for await (const { id, storedRows } of readyDatasets(snapshot.db)) yield* datasetItems(stores.points, id, storedRows)
  for await (const source of liveSources(snapshot.db)) yield* liveItems(stores.points, source)
  for await (const dataset of logDatasets(snapshot.db)) yield* liveItems(stores.points, dataset)
  for await (const { id, sha256 } of wholeFiles(snapshot.db)) yield fileItem(stores.files, 'file', id, sha256)
  for await (const { id, sha256 } of namedBlobs(snapshot.db)) yield fileItem(stores.files, 'blob', id, sha256)
  for await (const source of liveSources(snapshot.db))
    yield* stateItems(stores.files, await statesOf(snapshot.db, source))
}

function tableItem(snapshot: DatabaseSnapshot, table: DumpedTable): ArchiveItem {
  const dump = snapshot.dump(table)
  return {
    name: `database/${table.name}`,
    chunks: inParts(dump.chunks),
    outcome: () => ({ rows: dump.rows() }),
  }
}

/** The first of some states that is still there: a server that goes on replaces them. Without one its project is learned anew. */
async function* stateItems(
  files: Pick<FileStore, 'open'>,
  handles: readonly string[],
): AsyncGenerator<ArchiveItem, void> {
  for (const handle of handles) {
    const opened = await files.open('blob', handle).catch((error: unknown) => {
      if (damageIn(error) === undefined) throw error
      return undefined
    })
    if (opened === undefined) continue
    yield fileItem({ open: async () => opened }, 'blob', handle, null)
    return
  }
}

/** Missing or damaged items are reported and do not stop the backup of the rest. */
function fileItem(files: Pick<FileStore, 'open'>, kind: FileKind, handle: string, sha256: string | null): ArchiveItem {
  const hash = createHash('sha256')
  let damage: ReturnType<typeof damageIn>
  async function* read(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of await files.open(kind, handle)) {
        hash.update(chunk)
        yield chunk
      }
    } catch (error) {
      damage = damageIn(error)
      if (damage === undefined) throw error
    }
  }
  return {
    name: `${kind}s/${handle}`,
    chunks: inParts(read()),
    outcome() {
      if (damage) return { fault: damage === 'missing' ? 'missing' : 'altered' }
      return sha256 === null || hash.digest('hex') === sha256 ? {} : { fault: 'altered' }
    },
  }
}

/** The points and scores of one dataset. `recordedRows` is what was stored when it was written, where that is known. */
async function* datasetItems(
  points: PointArchive,
  dataset: string,
  recordedRows: number | null,
): AsyncGenerator<ArchiveItem, void> {
  const digests = new Map<string, { rows: number; checksum: string } | undefined>()
  for (const table of points.datasetTables) digests.set(table, await unlessDamaged(points.digest(table, dataset)))
  const rows = [...digests.values()].reduce((sum, digest) => sum + (digest?.rows ?? 0), 0)
  const isDamaged = [...digests.values()].includes(undefined) || (recordedRows !== null && rows !== recordedRows)
  for (const [table, digest] of digests) {
    if (digest?.rows === 0 && !isDamaged) continue
    const content = countedBlocks(points.read(table, dataset))
    yield {
      name: `points/${table}/${dataset}`,
      chunks: content.chunks,
      outcome: () => datasetOutcome(dataset, content, isDamaged, digest),
    }
  }
}

/** Live points as of when they are read; since they are appended to meanwhile, only rows can be counted. */
async function* liveItems(points: PointArchive, source: string): AsyncGenerator<ArchiveItem, void> {
  for (const table of points.liveTables) {
    const content = countedBlocks(points.read(table, source))
    yield {
      name: `points/${table}/${source}`,
      chunks: content.chunks,
      outcome: () => (content.isBroken() ? { fault: 'altered' } : { rows: content.rows() }),
    }
  }
}

type Outcome = Pick<ItemEntry, 'rows' | 'checksum' | 'fault'>
type Counted = ReturnType<typeof countedBlocks>

function datasetOutcome(
  dataset: string,
  content: Counted,
  isDamaged: boolean,
  digest: { rows: number; checksum: string } | undefined,
): Outcome {
  if (isDamaged || content.isBroken() || digest === undefined)
    return { fault: content.rows() === 0 ? 'missing' : 'altered' }
  if (content.rows() !== digest.rows)
    throw new BackupError(`The points of ${dataset} changed while they were read; make the backup again.`)
  return digest
}

/** The readable part of a damaged item is kept. */
function countedBlocks(blocks: AsyncIterable<PointBlock>) {
  let rows = 0
  let isBroken = false
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const block of blocks) {
        rows += block.rows
        yield block.bytes
      }
    } catch (error) {
      if (!(error instanceof DatasetDamagedError)) throw error
      isBroken = true
    }
  }
  return { chunks: chunks(), rows: () => rows, isBroken: () => isBroken }
}

async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof DatasetDamagedError) return undefined
    throw error
  })
}

/** Before compression: large enough to compress well, small enough to hold a few. */
const PART_BYTES = 4 * 1024 * 1024

/** The same bytes in chunks of 4 MiB, the last one as long as it is. */
async function* inParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let held: Uint8Array[] = []
  let length = 0
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0; ) {
      const chunk = rest.subarray(0, PART_BYTES - length)
      rest = rest.subarray(chunk.length)
      held.push(chunk)
      length += chunk.length
      if (length < PART_BYTES) continue
      yield Buffer.concat(held)
      held = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(held)
}
