import type { Command, Option } from 'commander'

/** Where the words of a command line lead. */
export interface CommandWords {
  /** The deepest command that they name. */
  command: Command
  /** Place after its name among the words. */
  at: number
  /** The words after it that are neither options nor their values. */
  positionals: string[]
  /** The option whose value comes next. */
  pending: Option | undefined
}

/** Follows words to the command that they name, over options before, between and after its names. */
export function followWords(program: Command, words: readonly string[]): CommandWords {
  const found: CommandWords = { command: program, at: 0, positionals: [], pending: undefined }
  for (const [index, word] of words.entries()) {
    if (found.pending) found.pending = undefined
    else if (word.startsWith('-') && word !== '-') {
      const option = knownOptions(found.command).find(({ long, short }) => long === word || short === word)
      found.pending = option?.required ? option : undefined
    } else {
      const below = found.positionals.length === 0 ? subcommand(found.command, word) : undefined
      if (below) Object.assign(found, { command: below, at: index + 1 })
      else found.positionals.push(word)
    }
  }
  return found
}

/** The visible subcommand of a name. */
function subcommand(command: Command, name: string): Command | undefined {
  return name.startsWith('_') ? undefined : command.commands.find((one) => one.name() === name)
}

/** Options of a command and of those above it; of a group also those of its list, which stands for it. */
export function knownOptions(command: Command): Option[] {
  const own = [...command.options, ...(subcommand(command, 'list')?.options ?? [])]
  return command.parent ? [...own, ...knownOptions(command.parent)] : own
}

/**
 * The words as the parser takes them: "help X" as "X --help", and a group that has a list as that list. An unknown word
 * stays for the parser to name, with what was perhaps meant.
 */
export function normalizeWords(program: Command, args: readonly string[]): string[] {
  const { command, at, positionals } = followWords(program, args)
  if (command.name() === 'help') return helpWords(program, positionals)
  const asksForHelp = args.includes('--help') || args.includes('-h')
  if (positionals.length > 0 || asksForHelp || !subcommand(command, 'list')) return [...args]
  return [...args.slice(0, at), 'list', ...args.slice(at)]
}

function helpWords(program: Command, words: readonly string[]): string[] {
  const { command, positionals } = followWords(program, words)
  const isUnknown = positionals.length > 0 && command.commands.length > 0
  return isUnknown ? [...words] : [...words, '--help']
}
