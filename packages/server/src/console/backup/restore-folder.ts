import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../adapters/folder-lock/lock-folder.ts'
import { hasUnfinishedRestore, markRestore, unmarkRestore } from '../../adapters/folder-lock/unfinished-restore.ts'
import { BackupError } from '../../domain/backup/index.ts'

/** Entries that a folder may hold and still count as empty: lock files, settings, the key of secrets, and what file systems create. */
const harmless: ReadonlySet<string> = new Set([
  'lock.db',
  'lock.db-journal',
  'lock.json',
  'omen.yaml',
  'secret.key',
  'lost+found',
])

export interface RestoreFolder {
  /** From now on a server may start on this folder. */
  complete(): Promise<void>
  release(): void
}

/** Locks the folder and checks that it is empty; the remains of an unfinished restore are deleted. */
export async function prepareFolder(data: string): Promise<RestoreFolder> {
  const lock = lockFolder(data)
  try {
    const names = (await readdir(data)).filter((name) => !harmless.has(name))
    if (hasUnfinishedRestore(data)) await clear(data, names)
    else if (names.length > 0)
      throw new BackupError(
        `The data folder ${data} is not empty, it has ${names[0]}: a backup is only restored into an empty one. Name another with OMEN_DATA.`,
      )
    markRestore(data)
    return { complete: async () => unmarkRestore(data), release: () => lock.release() }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A restore begins in an empty folder, so all of it is its own. */
async function clear(data: string, names: readonly string[]): Promise<void> {
  const own = names.filter((name) => ['postgres', 'points', 'files'].includes(name))
  for (const name of own) await rm(join(data, name), { recursive: true, force: true })
}
