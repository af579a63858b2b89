import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Syncs one folder or file: names made, renamed or removed in a folder are on the disk afterwards. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

export function syncFolderSync(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * Creates a folder and its missing parents, all with `mode`; their names are on the disk afterwards. Throws the error of the system, whose
 * `path` is the first folder that cannot be created. `mkdir` with `recursive` never returns if the parent exists and answers ENOENT, as /proc
 * does.
 */
export function makeFolderDurably(path: string, mode: number): void {
  const missing: string[] = []
  for (let folder = resolve(path); !isFolder(folder); folder = dirname(folder)) missing.unshift(folder)
  for (const folder of missing) if (makeFolder(folder, mode)) syncFolderSync(dirname(folder))
}

/** False if another process has created the folder meanwhile. */
function makeFolder(folder: string, mode: number): boolean {
  try {
    mkdirSync(folder, { mode })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(folder)) return false
    throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
