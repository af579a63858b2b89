import { flagName, settingNames } from '../config/setting-table.ts'
import { OperatorError } from '../ports/operator-error.ts'

/** The parsed arguments of `omen-server`. */
export type Command =
  | { kind: 'serve' | 'rotate-secrets'; flags: Record<string, string> }
  | { kind: 'reset-password' | 'promote'; userName: string; flags: Record<string, string> }
  | BackupCommand
  | DoctorCommand
  | { kind: 'help' | 'version' }

export interface BackupCommand {
  kind: 'backup' | 'restore' | 'verify'
  file: string
  json: boolean
  /** For `backup`: replace an existing file. */
  force: boolean
  flags: Record<string, string>
}

export interface DoctorCommand {
  kind: 'doctor'
  json: boolean
  /** A handle in found/ to assign to the account `owner`, as a file called `name`. */
  adopt?: string
  owner?: string
  name?: string
  /** A handle in found/ to delete. */
  discard?: string
  flags: Record<string, string>
}

export class UsageError extends OperatorError {}

const known = new Set(settingNames.map(flagName))
/** Flags without a value. */
const SWITCHES: ReadonlySet<string> = new Set(['--json', '--force'])

export function readArguments(args: readonly string[]): Command {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' }
  if (args.includes('--version')) return { kind: 'version' }
  const given = { json: args.includes('--json'), force: args.includes('--force') }
  if (given.force && !args.includes('backup')) throw new UsageError('--force is for backup: see omen-server --help.')
  if (args[0] === 'doctor') return doctorCommand(args.slice(1))
  const { words, flags } = splitFlags(args)
  if (isBackupCommand(words[0])) return { ...backupCommand(words[0], words.slice(1)), ...given, flags }
  if (given.json) throw new UsageError('--json is for backup, restore, verify and doctor: see omen-server --help.')
  if (words.length === 0) return { kind: 'serve', flags }
  if (words.length === 1 && words[0] === 'rotate-secrets') return { kind: 'rotate-secrets', flags }
  const [subject, verb, userName, ...rest] = words
  if (subject !== 'admin' || (verb !== 'reset' && verb !== 'promote') || userName === undefined || rest.length > 0) {
    throw new UsageError(`"${words.join(' ')}" is not a command of omen-server: see omen-server --help.`)
  }
  return { kind: verb === 'reset' ? 'reset-password' : 'promote', userName, flags }
}

function isBackupCommand(word: string | undefined): word is BackupCommand['kind'] {
  return word === 'backup' || word === 'restore' || word === 'verify'
}

function backupCommand(kind: BackupCommand['kind'], files: readonly string[]): Pick<BackupCommand, 'kind' | 'file'> {
  const [file, ...rest] = files
  if (file === undefined || rest.length > 0)
    throw new UsageError(`omen-server ${kind} takes one file, or - for a stream: see omen-server --help.`)
  return { kind, file }
}

const DOCTOR_FLAGS = ['adopt', 'owner', 'name', 'discard'] as const

function doctorCommand(args: readonly string[]): DoctorCommand {
  const { words, flags } = splitFlags(args, new Set([...known, ...DOCTOR_FLAGS.map((name) => `--${name}`)]))
  if (words.length > 0) throw new UsageError(`omen-server doctor takes flags only, not "${words.join(' ')}".`)
  const own: Partial<Record<(typeof DOCTOR_FLAGS)[number], string>> = {}
  for (const name of DOCTOR_FLAGS) {
    if (flags[`--${name}`] !== undefined) own[name] = flags[`--${name}`]!
    delete flags[`--${name}`]
  }
  if ((own.adopt === undefined) !== (own.owner === undefined) || (own.adopt !== undefined && own.discard !== undefined))
    throw new UsageError('omen-server doctor takes --adopt HANDLE --owner ACCOUNT, or --discard HANDLE, or neither.')
  return { kind: 'doctor', json: args.includes('--json'), ...own, flags }
}

/** Flags are `--name value` or `--name=value`. */
function splitFlags(
  args: readonly string[],
  names: ReadonlySet<string> = known,
): { words: string[]; flags: Record<string, string> } {
  const words: string[] = []
  const flags: Record<string, string> = {}
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('-') || arg === '-') {
      words.push(arg)
      continue
    }
    if (SWITCHES.has(arg)) continue
    const [name, ...inline] = arg.split('=')
    if (!names.has(name!)) throw new UsageError(`Unknown flag ${name}: see omen-server --help.`)
    const value = inline.length > 0 ? inline.join('=') : rest.shift()
    if (value === undefined) throw new UsageError(`${name} needs a value.`)
    flags[name!] = value
  }
  return { words, flags }
}
