import { open, readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderDurably, syncFolder } from '../data-folder/durable-folder.ts'

/** The only format of a MergeTree folder; ClickHouse writes it when it makes the table. */
const formatVersion = '1'

/**
 * A full disk can leave files without content in a table's folder, and ClickHouse then refuses to open the table. An empty
 * deletion is set aside in `found/`: its rows are hidden by their dataset, and are deleted again. Before chDB opens.
 */
export async function mendTableFolders(data: string, found: string): Promise<void> {
  for (const folder of await tableFolders(data)) {
    for (const name of await readdir(folder))
      if (/^mutation_\d+\.txt$/.test(name) && (await isEmpty(join(folder, name)))) await setAside(folder, name, found)
    const version = join(folder, 'format_version.txt')
    if (await isEmpty(version)) await writeSynced(version, formatVersion)
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
