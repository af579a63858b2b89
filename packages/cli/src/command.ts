import { Command } from 'commander'
import { type Cli, type GlobalOptions, type Run, startRun } from './cli.ts'
import { optionsOf } from './command-words.ts'
import { requireOtherFile } from './io/require-other-file.ts'
import { requireGiven } from './require-given.ts'

/** Help text of a command. */
export interface Help {
  summary: string
  description?: string
  examples: readonly { run: string; does: string }[]
}

/** Makes the command line that words need; see `createProgram`. */
export type LoadProgram = (words: readonly string[]) => Promise<Command>

const helps = new WeakMap<Command, Help>()

/** The help data of a command; that of one without any is its summary. */
export function helpOf(command: Command): Help {
  return helps.get(command) ?? { summary: command.summary() || command.description(), examples: [] }
}

/** A command with its help; the examples stand below the options. */
export function describeCommand(name: string, help: Help): Command {
  const command = new Command(name).summary(help.summary).description(help.description ?? help.summary)
  helps.set(command, help)
  command.addHelpText('after', () => (help.examples.length === 0 ? '' : `\nExamples:\n${exampleLines(help)}`))
  return command
}

function exampleLines({ examples }: Help): string {
  return examples.map(({ run, does }) => `  $ ${run}\n      ${does}`).join('\n')
}

/** The body of a command: its arguments, its options and what it works with. */
export type Action<Options extends object> = (run: Run, options: Options, args: string[]) => Promise<void>

/** What is given for the arguments and options of a command that are files of this machine, without `--out`. */
function filesOf(command: Command): string[] {
  const isFile = (name: string): boolean => /(?:file|scores)$/.test(name)
  // `omen files` names files of the server
  const local = command.parent?.name() === 'files' ? [] : command.registeredArguments
  const given = local.flatMap((argument, k) => (isFile(argument.name()) ? command.processedArgs[k] : []))
  const names = command.options
    .filter(({ flags }) => isFile(flags.replace('>', '')))
    .map((option) => option.attributeName())
    .filter((name) => name !== 'out')
  return [...given, ...names.map((name) => command.opts()[name])].filter(
    (one): one is string => typeof one === 'string',
  )
}

/** Passes on a command's arguments; a missing optional argument is left out, a variadic one is spread. */
export function act<Options extends object>(cli: Cli, action: Action<Options>): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const command = given.at(-1) as Command
    const args = given
      .slice(0, -2)
      .flat()
      .filter((one): one is string => typeof one === 'string')
    requireGiven(command)
    // What `--out` and `--format` say is in the run.
    const { out, format: _, ...own } = command.opts()
    if (typeof out === 'string') requireOtherFile(out, filesOf(command))
    const { fields, jq } = optionsOf<GlobalOptions>(command)
    // Loaded only where it is used: most calls select nothing.
    const select =
      fields === undefined && jq === undefined
        ? undefined
        : (await import('./render/select.ts')).createSelect({ fields, jq })
    await action(startRun(cli, command, select), own as Options, args)
  }
}
