import type { LogFilters, LogName, Omen } from '@omen/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import type { Run } from '../../cli.ts'
import { UsageError } from '../../failures.ts'
import { findFile } from '../../io/find-file.ts'
import { parseTime } from '../../io/parse-time.ts'
import { durationMs } from '../../options.ts'

/** Options that name a log of the server, and a time of it. */
export interface TargetOptions {
  project?: string
  file?: string
  since?: string
  until?: string
}

/** Options that name lines of it. */
export interface FilterOptions {
  level?: number
  service?: string[]
  instance?: string[]
}

/** Levels and the first of OpenTelemetry's numbers for each. */
const LEVELS: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 }

export function addTargetOptions(command: Command): Command {
  return command
    .option('--project <name>', 'a project of the server: name, or name@owner')
    .option('--file <name>', 'an uploaded log file: its name or handle')
    .option('--since <time>', 'not before: a time, or 90s, 30m, 2h, 7d ago')
    .option('--until <time>', 'not after: a time, or so long ago')
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--level <level>', `this or worse: ${Object.keys(LEVELS).join(', ')}`, readLevel)
    .option('--service <name...>', 'only of these services')
    .option('--instance <name...>', 'only of these instances')
}

/** Whether a log of the server is meant. */
export function hasTarget({ project, file }: TargetOptions): boolean {
  return project !== undefined || file !== undefined
}

/** The file on this machine, where none of the server is meant. Throws a UsageError where none is named. */
export function requireFile(file: string | undefined): string {
  if (file !== undefined) return file
  throw new UsageError(
    'Which log is meant?',
    'Name a file of this machine, or one of the server with --project or --file.',
  )
}

/** Throws a UsageError where a file of this machine is named beside a log of the server. */
export function refuseBoth(file: string | undefined): void {
  if (file === undefined) return
  throw new UsageError(`${file} and a log of the server cannot both be meant`, 'Leave out one of them.')
}

/** The log and the time that options name. Throws a UsageError unless they name exactly one log. */
export async function findTarget(
  run: Run,
  omen: Omen,
  { project, file, since, until }: TargetOptions,
): Promise<LogName & { from?: number | undefined; to?: number | undefined }> {
  if ((project === undefined) === (file === undefined))
    throw new UsageError('Which log is meant?', 'Name a project with --project, or an uploaded file with --file.')
  const span = { from: timeOf(run, '--since', since), to: timeOf(run, '--until', until) }
  if (file === undefined) return { projectName: project, ...span }
  return { filename: (await findFile(omen, file)).file.filename, ...span }
}

/** As the server takes them. */
export function filtersOf({ level, service, instance }: FilterOptions): LogFilters {
  return { minSeverity: level, service, instance }
}

function timeOf({ io }: Run, option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  return /^\d+(?:\.\d+)?[smhd]$/.test(text) ? io.clock.now() - durationMs(text) : parseTime(option, text, io.timeZone)
}

function readLevel(text: string): number {
  const level = LEVELS[text.toLowerCase().replace(/^warning$/, 'warn')]
  if (level === undefined) throw new InvalidArgumentError(`It must be one of ${Object.keys(LEVELS).join(', ')}.`)
  return level
}
