import type { Command, Option } from 'commander'
import { UsageError } from './failures.ts'

/** Where the words of a command line lead. */
export interface CommandWords {
  /** The deepest command that they name. */
  command: Command
  /** Places among the words of its name and of those above it. */
  names: number[]
  /** The words after it that are neither options nor their values. */
  positionals: string[]
  /** The option whose value comes next. */
  pending: Option | undefined
}

/** Follows words to the command that they name, over options before, between and after its names. */
export function followWords(program: Command, words: readonly string[]): CommandWords {
  const found: CommandWords = { command: program, names: [], positionals: [], pending: undefined }
  for (const [index, word] of words.entries()) {
    if (found.pending) found.pending = undefined
    else if (word.startsWith('-') && word !== '-') {
      const option = knownOptions(found.command).find(({ long, short }) => long === word || short === word)
      found.pending = option?.required ? option : undefined
    } else {
      const below = found.positionals.length === 0 ? subcommand(found.command, word) : undefined
      if (below) {
        found.command = below
        found.names.push(index)
      } else found.positionals.push(word)
    }
  }
  return found
}

/** The visible subcommand of a name. */
function subcommand(command: Command, name: string): Command | undefined {
  if (name.startsWith('_')) return undefined
  return command.commands.find((one) => one.name() === name || one.aliases().includes(name))
}

/** Options of a command and those that all take; of a group also those of its list, which stands for it. */
export function knownOptions(command: Command): Option[] {
  const own = [...command.options, ...(subcommand(command, 'list')?.options ?? [])]
  return command.parent ? [...own, ...rootOf(command).options] : own
}

function rootOf(command: Command): Command {
  return command.parent ? rootOf(command.parent) : command
}

/** The options of a command and those that all take: none of a command above it that also does something by itself. */
export function optionsOf<Options extends object>(command: Command): Options {
  return { ...command.opts(), ...rootOf(command).opts() } as Options
}

/** Parses the words and runs the command that they name. */
export async function parseWords(program: Command, args: readonly string[]): Promise<void> {
  const words = normalizeWords(program, args)
  hideOptionsAbove(followWords(program, words).command)
  await program.parseAsync(words, { from: 'user' })
}

/** The parser would give a command above the options that are typed after the name of one below it. */
function hideOptionsAbove({ parent }: Command): void {
  if (!parent?.parent) return
  ;(parent.options as Option[]).length = 0
  hideOptionsAbove(parent)
}

const TRAIN_HINT =
  'Models are trained by "omen upload training FILE --model NAME"; without a server, by "omen score FILE --train ROWS".'

/**
 * The words as the parser takes them: the names of commands before everything else, "help X" as "X --help", and a group
 * that has a list as that list. An unknown word stays for the parser to name, with what was perhaps meant.
 */
function normalizeWords(program: Command, args: readonly string[]): string[] {
  const { command, names, positionals } = followWords(program, args)
  if (command.name() === 'help') return helpWords(program, positionals)
  if (command === program && positionals[0] === 'train') throw new UsageError("Unknown command 'train'", TRAIN_HINT)
  const isUnknown = positionals.length > 0 && command.commands.length > 0 && command.registeredArguments.length === 0
  const isHelp = (word: string): boolean => word === '--help' || word === '-h'
  const asksForHelp = args.some(isHelp)
  const isGroup = positionals.length === 0 && !asksForHelp && subcommand(command, 'list') !== undefined
  // The help of a group would hide that there is no such command in it
  const rest = args.filter((word, place) => !names.includes(place) && !(isUnknown && isHelp(word)))
  return [...names.map((place) => args[place]!), ...(isGroup ? ['list'] : []), ...rest]
}

function helpWords(program: Command, words: readonly string[]): string[] {
  const { command, positionals } = followWords(program, words)
  const isUnknown = positionals.length > 0 && command.commands.length > 0
  return isUnknown ? [...words] : [...words, '--help']
}
