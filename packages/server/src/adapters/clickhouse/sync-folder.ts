import { type FileHandle, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Syncs one folder: names made, renamed or removed in it are on the disk afterwards. */
export async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    await handle.sync()
  } finally {
    await handle?.close()
  }
}

/** Syncs a folder and the folders and files below it, `depth` levels down. */
export async function syncTree(path: string, depth: number): Promise<void> {
  if (depth > 0) {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const inner = join(path, entry.name)
      if (entry.isDirectory()) await syncTree(inner, depth - 1)
      else if (entry.isFile()) await syncFolder(inner)
    }
  }
  await syncFolder(path)
}
