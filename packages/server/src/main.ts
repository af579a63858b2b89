#!/usr/bin/env node
import { FolderLocked } from './adapters/folder-lock/lock-folder.ts'
import { helpText } from './config/help.ts'
import { loadSettings, SettingError } from './config/load-settings.ts'
import { promoteAtConsole, resetPasswordAtConsole } from './console/admin.ts'
import { type Command, readArguments, UsageError } from './console/arguments.ts'
import { serve } from './console/serve.ts'
import { isDomainError } from './domain/errors.ts'
import { serverVersion } from './http/versions.ts'

async function run(command: Command): Promise<void> {
  switch (command.kind) {
    case 'help':
      return void process.stdout.write(helpText())
    case 'version':
      return console.log(serverVersion)
    case 'reset-password':
      return resetPasswordAtConsole(loadSettings(process.env, command.flags), command.userName)
    case 'promote':
      return promoteAtConsole(loadSettings(process.env, command.flags), command.userName)
    case 'serve':
      return serve(loadSettings(process.env, command.flags))
  }
}

function exitCodeOf(error: unknown): number {
  const isForPeople =
    error instanceof UsageError ||
    error instanceof SettingError ||
    error instanceof FolderLocked ||
    isDomainError(error)
  const { code } = error as NodeJS.ErrnoException
  if (isForPeople) console.error((error as Error).message)
  else if (code === 'EADDRINUSE') console.error(`${(error as Error).message}. Choose another port with OMEN_PORT.`)
  else console.error(error)
  return error instanceof UsageError || error instanceof SettingError ? 2 : 1
}

try {
  await run(readArguments(process.argv.slice(2)))
  process.exit(0)
} catch (error) {
  process.exit(exitCodeOf(error))
}
