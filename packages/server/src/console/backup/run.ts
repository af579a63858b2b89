import type { Settings } from '../../config/settings.ts'
import { BackupError } from '../../domain/backup/index.ts'
import { DatabaseArchiveError } from '../../ports/database-archive.ts'
import type { BackupCommand } from '../arguments.ts'
import { openTerminal } from './terminal.ts'

/** A warning needs attention, so it sets the exit code, although everything readable has been backed up. */
export async function runBackupCommand(command: BackupCommand, settings: () => Settings): Promise<void> {
  const { kind, file, json } = command
  const terminal = openTerminal(kind, { json, keepsStdout: kind === 'backup' && file === '-' })
  try {
    const isWhole = await run(command, settings, terminal)
    if (!isWhole) throw new BackupError(`Done, with ${terminal.warnings.length} warnings.`)
  } catch (error) {
    throw error instanceof DatabaseArchiveError ? new BackupError(error.message, error) : error
  }
}

async function run(
  command: BackupCommand,
  settings: () => Settings,
  terminal: ReturnType<typeof openTerminal>,
): Promise<boolean> {
  const { file } = command
  switch (command.kind) {
    case 'backup':
      return (await import('./backup.ts')).backUp(settings(), command, terminal)
    case 'restore':
      return (await import('./restore.ts')).restore(settings(), file, terminal)
    case 'verify':
      return (await import('./verify.ts')).verifyBackup(file, terminal)
  }
}
