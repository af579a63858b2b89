import { randomUUID } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drainPending, Session } from 'chdb'
import PQueue from 'p-queue'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'
import type { ClickHouse } from './clickhouse.ts'

/**
 * chDB runs each query on one of Node's four pool threads, which files and password hashes need too: so only two at once.
 */
const CONCURRENCY = 2
const configuration = fileURLToPath(new URL('./chdb.xml', import.meta.url))
/** From the data folder down to a table's own files: store/<three letters>/<table>/<file>; parts are synced by chDB. */
const METADATA_DEPTH = 3

/** ClickHouse in this process, with its data in `folder`. One process may have one folder open. */
export async function openEmbeddedClickHouse(folder: string): Promise<ClickHouse> {
  const data = join(folder, 'data')
  const blocks = join(folder, 'blocks')
  await rm(blocks, { recursive: true, force: true })
  makeFolderDurably(blocks, 0o777)
  await mendTableFolders(data, join(folder, 'found'))
  const connectionArgs = [`--config-file=${configuration}`, '--max_query_size=67108864']
  // A session runs one statement at a time: reads go on beside an insert, and a store that is busy is not down.
  const idle = Array.from({ length: CONCURRENCY }, () => new Session(data, { connectionArgs }))
  const pinging = new Session(data)
  await syncFolder(folder)
  const queries = new PQueue({ concurrency: CONCURRENCY })
  /** Sorting a block takes several times its size. */
  const inserts = new PQueue({ concurrency: 1 })
  const query = (sql: string, format: string): Promise<Uint8Array> =>
    queries.add(async () => {
      const session = idle.pop()!
      try {
        return (await session.queryAsync(sql, { format })).bytes()
      } finally {
        idle.push(session)
      }
    })

  return {
    /** chDB renames a table's definition into place without syncing the folder that names it. */
    async command(sql) {
      await query(sql, 'Null')
      if (/^(CREATE|ALTER)/.test(sql)) await syncTree(data, METADATA_DEPTH)
    },
    /** chDB takes a block in text formats only; a file is read as it is. */
    async insert(into, select, structure, block) {
      const path = join(blocks, `${randomUUID()}.native`)
      try {
        await writeFile(path, block)
        const source = `file('${path.replaceAll("'", "''")}', Native, '${structure}')`
        await inserts.add(() => query(`INSERT INTO ${into} ${select.replace('{source}', source)}`, 'Null'))
      } finally {
        await rm(path, { force: true })
      }
      // chDB syncs the new part, not the folder in which it renames it; only that makes the name last on every file system.
      await syncFolder(join(data, 'data', 'default', into))
    },
    read: (sql, format = 'Native') => query(sql, format),
    readPartFile: (path) => readFile(path),
    async ping() {
      await pinging.queryAsync('SELECT 1', { format: 'Null' })
    },
    async close() {
      await queries.onIdle()
      pinging.close()
      for (const session of idle) session.close()
      await drainPending()
    },
  }
}

/** The only format of a MergeTree folder; ClickHouse writes it when it makes the table. */
const FORMAT_VERSION = '1'

/**
 * A full disk can leave files without content in a table's folder, and ClickHouse then refuses to open the table. An empty
 * deletion is set aside in `found/`: its rows are hidden by their dataset, and are deleted again. Before chDB opens.
 */
async function mendTableFolders(data: string, found: string): Promise<void> {
  for (const folder of await tableFolders(data)) {
    for (const name of await readdir(folder))
      if (/^mutation_\d+\.txt$/.test(name) && (await isEmpty(join(folder, name)))) await setAside(folder, name, found)
    const version = join(folder, 'format_version.txt')
    if (await isEmpty(version)) await writeSynced(version, FORMAT_VERSION)
    await syncFolder(folder)
  }
}

/** `store/<three letters>/<table>`; none in a new folder. */
async function tableFolders(data: string): Promise<string[]> {
  const store = join(data, 'store')
  const entries = await readdir(store, { withFileTypes: true, recursive: false }).catch(() => [])
  const groups = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(store, name))
  const tables = await Promise.all(groups.map(async (group) => (await readdir(group)).map((name) => join(group, name))))
  const folders = tables.flat()
  const isTable = await Promise.all(folders.map((folder) => exists(join(folder, 'format_version.txt'))))
  return folders.filter((_, index) => isTable[index])
}

async function setAside(folder: string, name: string, found: string): Promise<void> {
  makeFolderDurably(found, 0o700)
  await rename(join(folder, name), join(found, `${folder.split('/').at(-1)}-${name}`))
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'w')
  await file.writeFile(text)
  await file.sync()
  await file.close()
}

async function isEmpty(path: string): Promise<boolean> {
  return (await stat(path)).size === 0
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Syncs a folder and the folders and files below it, `depth` levels down. */
async function syncTree(path: string, depth: number): Promise<void> {
  if (depth > 0) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) await syncTree(inner, depth - 1)
      else if (entry.isFile()) await syncFolder(inner)
    }
  }
  await syncFolder(path)
}
