import { PassThrough } from 'node:stream'
import type { DatabaseLoad, DatabaseShape } from '../../ports/database-archive.ts'
import { BackupError } from './archive/backup-error.ts'
import type { ItemEntry } from './archive/entries.ts'
import type { BackupStores } from './stores.ts'

/** What the store reports about an item once it is stored. */
export type StoredItem = Partial<Pick<ItemEntry, 'rows' | 'checksum' | 'sha256'>> & { readonly isLeftOut?: boolean }

/** Receives the parts of one item. */
export interface ItemSink {
  readonly isUnknown?: boolean
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<StoredItem>
  /** Releases an item that is not completed. */
  abort(): Promise<void>
}

export function openSink(stores: BackupStores, load: DatabaseLoad, shape: DatabaseShape, item: string): ItemSink {
  const [kind, ...rest] = item.split('/')
  const [first = '', second = ''] = rest
  switch (kind) {
    case 'database':
      return tableSink(load, shape, first)
    case 'points':
      return pointSink(stores, first, second)
    case 'files':
      return fileSink(stores, 'file', first)
    case 'blobs':
      return fileSink(stores, 'blob', first)
    default:
      throw new BackupError(`The backup has ${item}, which this version of Omen does not know: update Omen first.`)
  }
}

const nowhere: ItemSink = {
  isUnknown: true,
  write: async () => {},
  finish: async () => ({ isLeftOut: true }),
  abort: async () => {},
}

function tableSink(load: DatabaseLoad, shape: DatabaseShape, name: string): ItemSink {
  const table = shape.tables.find((one) => one.name === name)
  if (!table || !load.has(table)) return nowhere
  const sink = load.load(table)
  return {
    write: (bytes) => sink.write(bytes),
    finish: async () => ({ rows: await sink.finish() }),
    abort: async () => {},
  }
}

function pointSink({ points }: BackupStores, table: string, dataset: string): ItemSink {
  if (![...points.datasetTables, ...points.liveTables].includes(table))
    throw new BackupError(
      `The backup has points in ${table}, which this version of Omen does not know: update it first.`,
    )
  return {
    write: (bytes) => points.write(table, dataset, bytes),
    finish: () => points.digest(table, dataset),
    abort: async () => {},
  }
}

/** Turns pushed chunks into the stream that the store reads. */
function fileSink({ files }: BackupStores, kind: 'file' | 'blob', handle: string): ItemSink {
  const bytes = new PassThrough()
  // The error is that of `written`; without a listener it would end the process.
  bytes.on('error', () => {})
  const written = files.write(kind, handle, bytes)
  written.catch((error: Error) => bytes.destroy(error))
  return {
    async write(chunk) {
      if (!bytes.write(chunk)) await Promise.race([written, new Promise((resolve) => bytes.once('drain', resolve))])
    },
    async finish() {
      bytes.end()
      const { sha256 } = await written
      return { sha256 }
    },
    async abort() {
      bytes.destroy(new Error('the restore was aborted'))
      await written.catch(() => {})
    },
  }
}
