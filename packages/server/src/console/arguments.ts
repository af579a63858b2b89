import { flagName, settingNames } from '../config/setting-table.ts'

/** What was typed after `omen-server`. */
export type Command =
  | { kind: 'serve'; flags: Record<string, string> }
  | { kind: 'reset-password' | 'promote'; userName: string; flags: Record<string, string> }
  | { kind: 'help' | 'version' }

export class UsageError extends Error {}

const known = new Set(settingNames.map(flagName))

export function readArguments(args: readonly string[]): Command {
  if (args.includes('--help') || args.includes('-h')) return { kind: 'help' }
  if (args.includes('--version')) return { kind: 'version' }
  const { words, flags } = splitFlags(args)
  if (words.length === 0) return { kind: 'serve', flags }
  const [subject, verb, userName, ...rest] = words
  if (subject !== 'admin' || (verb !== 'reset' && verb !== 'promote') || userName === undefined || rest.length > 0) {
    throw new UsageError(`"${words.join(' ')}" is no command of omen-server: see omen-server --help.`)
  }
  return { kind: verb === 'reset' ? 'reset-password' : 'promote', userName, flags }
}

/** Flags are `--name value` or `--name=value`. */
function splitFlags(args: readonly string[]): { words: string[]; flags: Record<string, string> } {
  const words: string[] = []
  const flags: Record<string, string> = {}
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (!arg.startsWith('-')) {
      words.push(arg)
      continue
    }
    const [name, ...inline] = arg.split('=')
    if (!known.has(name!)) throw new UsageError(`There is no flag ${name}: see omen-server --help.`)
    const value = inline.length > 0 ? inline.join('=') : rest.shift()
    if (value === undefined) throw new UsageError(`${name} needs a value.`)
    flags[name!] = value
  }
  return { words, flags }
}
