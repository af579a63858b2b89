import { createHash } from 'node:crypto'
import type { DatabaseSnapshot, DumpedTable } from '../../ports/database-archive.ts'
import type { FileKind, FileStore } from '../../ports/file-store.ts'
import { damageIn } from '../files/verify.ts'
import { archiveVersion } from './archive/entries.ts'
import { type ArchiveItem, writeArchive } from './archive/write-archive.ts'
import { inParts } from './in-parts.ts'
import { liveSources, logDatasets, namedBlobs, readyDatasets, statesOf, wholeFiles } from './named.ts'
import { datasetItems, liveItems } from './point-items.ts'
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
      version: archiveVersion,
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
