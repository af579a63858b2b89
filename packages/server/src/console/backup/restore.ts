import { composeStores } from '../../compose.ts'
import type { Settings } from '../../config/settings.ts'
import { BackupError, restoreBackup } from '../../domain/backup/index.ts'
import { readInput } from './input.ts'
import { restoreAdvice } from './restore-advice.ts'
import { prepareFolder } from './restore-folder.ts'
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
