#!/usr/bin/env node
import { OldDataFolder } from './adapters/database/embedded/require-no-pglite.ts'
import { FolderLocked } from './adapters/folder-lock/lock-folder.ts'
import { UnfinishedRestore } from './adapters/folder-lock/unfinished-restore.ts'
import { KeyFileError } from './adapters/secret-box/key-file.ts'
import { helpText } from './config/help.ts'
import { loadSettings, SettingError } from './config/load-settings.ts'
import type { Settings } from './config/settings.ts'
import { type Command, readArguments, UsageError } from './console/arguments.ts'
import { BackupError } from './domain/backup/archive/backup-error.ts'
import { isDomainError } from './domain/errors.ts'
import { serverVersion } from './http/versions.ts'
import { isDiskFull } from './ports/disk-full.ts'

/** Commands load only the modules that they need. */
async function run(command: Command): Promise<void> {
  switch (command.kind) {
    case 'help':
      return void process.stdout.write(helpText())
    case 'version':
      return console.log(serverVersion)
    case 'reset-password':
      return (await import('./console/admin.ts')).resetPasswordAtConsole(settingsOf(command), command.userName)
    case 'promote':
      return (await import('./console/admin.ts')).promoteAtConsole(settingsOf(command), command.userName)
    case 'backup':
    case 'restore':
    case 'verify':
      return (await import('./console/backup/run.ts')).runBackupCommand(command, () => settingsOf(command))
    case 'doctor':
      process.exitCode = await (await import('./console/doctor.ts')).runDoctor(settingsOf(command), command)
      return
    case 'rotate-secrets':
      process.exitCode = await (await import('./console/rotate-secrets.ts')).rotateSecretsAtConsole(settingsOf(command))
      return
    case 'serve':
      return serveWith(settingsOf(command))
  }
}

async function serveWith(settings: Settings): Promise<void> {
  const { serve } = await import('./console/serve.ts')
  return serve(settings)
}

function settingsOf({ flags }: { flags: Record<string, string> }): Settings {
  return loadSettings(process.env, flags)
}

function exitCodeOf(error: unknown): number {
  const isForPeople =
    error instanceof UsageError ||
    error instanceof SettingError ||
    error instanceof FolderLocked ||
    error instanceof OldDataFolder ||
    error instanceof UnfinishedRestore ||
    error instanceof KeyFileError ||
    error instanceof BackupError ||
    isDomainError(error)
  const { code, message } = error as NodeJS.ErrnoException
  if (isForPeople) console.error(message)
  else if (isDiskFull(error))
    console.error(`The disk of the data folder is full: free space on it, then start again. (${message})`)
  else if (code === 'EADDRINUSE') console.error(`${message}. Choose another port with OMEN_PORT.`)
  else console.error(error)
  return error instanceof UsageError || error instanceof SettingError ? 2 : 1
}

/** Files written by the server and its engines are readable by its own user only. */
process.umask(0o077)
try {
  await run(readArguments(process.argv.slice(2)))
  process.exit()
} catch (error) {
  process.exit(exitCodeOf(error))
}
