import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { DatabaseLoad, DatabaseShape } from '../../ports/database-archive.ts'
import { BackupError } from './archive/backup-error.ts'
import type { ArchiveEnd, ArchiveHead, ItemEntry } from './archive/entries.ts'
import { readArchive } from './archive/read-archive.ts'
import { faultSentence } from './fault-sentence.ts'
import type { BackupStores } from './stores.ts'

/** What the store reports about an item once it is stored. */
type StoredItem = Partial<Pick<ItemEntry, 'rows' | 'checksum' | 'sha256'>> & { readonly isLeftOut?: boolean }

/** Receives the parts of one item. */
interface ItemSink {
  readonly isUnknown?: boolean
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<StoredItem>
  /** Releases an item that is not completed. */
  abort(): Promise<void>
}

export interface RestoreReport {
  onPart?(item: string, bytes: number): void
  /** Reports a warning to the operator, as a sentence. */
  onWarning?(sentence: string): void
}

/**
 * Fills empty stores. The database is filled in one transaction that is committed last, after every count and checksum of
 * all three stores was compared: whatever goes wrong before, there is no account, no file and no model.
 */
export async function restoreBackup(
  stores: BackupStores,
  source: AsyncIterable<Uint8Array>,
  report: RestoreReport = {},
): Promise<{ head: ArchiveHead; end: ArchiveEnd }> {
  await requireEmpty(stores)
  const filling = createFilling(stores, report)
  try {
    const end = await readArchive(source, filling)
    return { head: await filling.complete(), end }
  } finally {
    await filling.close()
  }
}

async function requireEmpty(stores: BackupStores): Promise<void> {
  if (!(await stores.points.isEmpty()))
    throw new BackupError('The point store is not empty: a backup is only restored into an empty one.')
  for await (const { handle } of stores.files.list())
    throw new BackupError(`The file store is not empty, it has ${handle}: a backup is only restored into an empty one.`)
}

interface Filling {
  head(head: ArchiveHead): Promise<void>
  part(item: string, bytes: Uint8Array): Promise<void>
  item(entry: ItemEntry): Promise<void>
  complete(): Promise<ArchiveHead>
  close(): Promise<void>
}

function createFilling(stores: BackupStores, report: RestoreReport): Filling {
  const stored = new Map<string, StoredItem>()
  const tables: ItemEntry[] = []
  let about: ArchiveHead | undefined
  let load: DatabaseLoad | undefined
  let current: { item: string; sink: ItemSink } | undefined

  const finishCurrent = async (): Promise<void> => {
    if (current) stored.set(current.item, await current.sink.finish())
    current = undefined
  }
  const begin = async (item: string): Promise<ItemSink> => {
    if (current?.item === item) return current.sink
    await finishCurrent()
    const sink = openSink(stores, load!, about!, item)
    if (sink.isUnknown) report.onWarning?.(`${item} is not one of Omen's tables and is left out.`)
    current = { item, sink }
    return sink
  }

  return {
    async head(head) {
      about = head
      load = await stores.database.openLoad(head)
    },
    async part(item, bytes) {
      await (await begin(item)).write(bytes)
      report.onPart?.(item, bytes.length)
    },
    async item(entry) {
      if (entry.parts === 0 && entry.fault !== 'missing') await begin(entry.name)
      if (current?.item === entry.name) await finishCurrent()
      compare(entry, stored.get(entry.name))
      stored.delete(entry.name)
      if (entry.fault) report.onWarning?.(faultSentence(entry))
      if (entry.name.startsWith('database/')) tables.push(entry)
    },
    async complete() {
      await compareTables(load!, about!, tables)
      await load!.commit()
      return about!
    },
    async close() {
      await current?.sink.abort()
      await load?.close()
    },
  }
}

function compare(entry: ItemEntry, found: StoredItem | undefined): void {
  if (found === undefined || found.isLeftOut) return
  for (const figure of ['rows', 'checksum', 'sha256'] as const) {
    const [is, was] = [found[figure], entry[figure]]
    if (is !== undefined && was !== undefined && is !== was)
      throw new BackupError(`${entry.name} was not restored correctly: its ${figure} is ${is}, expected ${was}.`)
  }
}

/** Dumped again from the restored database and compared byte by byte. */
async function compareTables(load: DatabaseLoad, shape: DatabaseShape, entries: readonly ItemEntry[]): Promise<void> {
  for (const entry of entries) {
    const table = shape.tables.find(({ name }) => `database/${name}` === entry.name)
    if (!table || !load.has(table)) continue
    const hash = createHash('sha256')
    for await (const chunk of load.dump(table).chunks) hash.update(chunk)
    compare(entry, { sha256: hash.digest('hex') })
  }
}

function openSink(stores: BackupStores, load: DatabaseLoad, shape: DatabaseShape, item: string): ItemSink {
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
