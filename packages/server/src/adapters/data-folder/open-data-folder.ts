import { chmod, lstat, opendir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder, OpenEntry } from '../../ports/data-folder.ts'
import { makeFolderDurably } from './durable-folder.ts'

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
/** Read and write bits. Search permission on folders is kept, since an engine that runs as another user needs it. */
const OTHERS_READ = 0o066
/** Written by the database and the point store, which manage the permissions themselves. */
const OF_ENGINES: ReadonlySet<string> = new Set(['database', 'points', 'postgres'])

export async function openDataFolder(path: string): Promise<DataFolder> {
  makeFolderDurably(path, FOLDER_MODE)
  return {
    path,
    async freeBytes() {
      const { bavail, bsize } = await statfs(path)
      return bavail * bsize
    },
    openToOthers: () => openBelow(path, ''),
    async closeToOthers(signal) {
      for await (const entry of openBelow(path, '')) {
        if (signal?.aborted) return
        await chmod(join(path, entry.path), entry.isFolder ? FOLDER_MODE : FILE_MODE).catch(ignoreGone)
      }
    },
  }
}

/** The folder itself first, under the name `''`: once it is closed nothing below it can be reached. */
async function* openBelow(root: string, path: string): AsyncGenerator<OpenEntry & { isFolder: boolean }> {
  const found = await lstat(join(root, path)).catch(ignoreGone)
  if (!found || found.isSymbolicLink()) return
  const isFolder = found.isDirectory()
  if ((found.mode & OTHERS_READ) !== 0) yield { path, mode: found.mode & 0o777, isFolder }
  if (!isFolder || OF_ENGINES.has(path)) return
  const entries = await opendir(join(root, path)).catch(ignoreGone)
  if (entries) for await (const { name } of entries) yield* openBelow(root, join(path, name))
}

/** Files come and go while a server works. */
function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
