#!/usr/bin/env node
import { createLog } from './adapters/log/create-log.ts'
import { helpText } from './config/help.ts'
import { loadSettings, SettingError } from './config/load-settings.ts'
import { serverVersion } from './config/server-version.ts'
import type { Settings } from './config/settings.ts'
import { type Command, readArguments, UsageError } from './console/arguments.ts'
import { describeFailure } from './console/start-failure.ts'

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

let settings: Settings | undefined

function settingsOf({ flags }: { flags: Record<string, string> }): Settings {
  settings = loadSettings(process.env, flags)
  return settings
}

/** A known cause is one sentence. The trace of another one is for the log. */
function reportFailure(error: unknown): number {
  const sentence = describeFailure(error, settings)
  if (sentence !== undefined) console.error(sentence)
  else {
    const { log } = createLog({ logLevel: settings?.logLevel ?? 'info' })
    log.fatal({ err: error }, 'an unexpected error ended omen-server')
    console.error(
      `An unexpected error ended omen-server: ${firstLineOf(error)}. Its details are in the log, unless OMEN_LOG_LEVEL is silent.`,
    )
  }
  return error instanceof UsageError || error instanceof SettingError ? 2 : 1
}

/** A query stands behind the first line, and may hold what nobody else should read. */
function firstLineOf(error: unknown): string {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line!.replace(/^Failed query:.*/, 'a query of the database failed').replace(/\.$/, '')
}

/** Files written by the server and its engines are readable by its own user only. */
process.umask(0o077)
try {
  await run(readArguments(process.argv.slice(2)))
  process.exit()
} catch (error) {
  process.exit(reportFailure(error))
}
