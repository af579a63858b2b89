import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockFolder } from '../../adapters/folder-lock/lock-folder.ts'
import { hasUnfinishedRestore, markRestore, unmarkRestore } from '../../adapters/folder-lock/unfinished-restore.ts'
import { composeStores } from '../../compose.ts'
import type { Settings } from '../../config/settings.ts'
import { BackupError, restoreBackup } from '../../domain/backup/index.ts'
import { readInput } from './input.ts'
import type { Terminal } from './terminal.ts'

/** Into an empty data folder and empty stores. Until its last step no server starts on the folder. */
export async function restore(settings: Settings, file: string, terminal: Terminal): Promise<boolean> {
  const folder = await prepareFolder(settings.data)
  try {
    const { stores, close } = await composeStores(settings, { isLocked: true, mayBeUnfinished: true })
    const { progress } = terminal
    const report = { onPart: progress.part, onWarning: progress.warn }
    const result = await restoreBackup(stores, readInput(file), report).finally(close)
    await folder.complete()
    terminal.finish('restore', file, result)
  } catch (error) {
    const { message } = error as Error
    throw new BackupError(`Nothing was restored. ${message}\n${restoreAdvice(settings)}`, error)
  } finally {
    folder.release()
  }
  return terminal.warnings.length === 0
}

/** Entries that a folder may hold and still count as empty: lock files, settings, the key of secrets, and what file systems create. */
const HARMLESS: ReadonlySet<string> = new Set([
  'lock.db',
  'lock.db-journal',
  'lock.json',
  'omen.yaml',
  'secret.key',
  'lost+found',
])

interface RestoreFolder {
  /** From now on a server may start on this folder. */
  complete(): Promise<void>
  release(): void
}

/** Locks the folder and checks that it is empty; the remains of an unfinished restore are deleted. */
async function prepareFolder(data: string): Promise<RestoreFolder> {
  const lock = lockFolder(data)
  try {
    const names = (await readdir(data)).filter((name) => !HARMLESS.has(name))
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

/** What an operator does after a restore that failed. Only the stores in the data folder are emptied by the next attempt. */
export function restoreAdvice({ data, clickhouseUrl, filesUrl }: Settings): string {
  const again = `No server starts on ${data} as it is: run "omen-server restore" again, or empty the folder.`
  const remote = [
    ...(clickhouseUrl === null ? [] : ['Its ClickHouse may hold rows of this attempt: empty its tables first.']),
    ...(filesUrl === null ? [] : ['Its bucket may hold files of this attempt: empty it, or name an empty one, first.']),
  ]
  return [again, ...remote].join(' ')
}
