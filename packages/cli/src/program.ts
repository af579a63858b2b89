import { Command } from 'commander'
import type { Cli } from './cli.ts'
import { followWords } from './command-words.ts'
import { commandLoaders } from './commands.ts'
import { addOutputOptions } from './options.ts'
import { ROOT_HELP } from './root-help.ts'
import { version } from './version.ts'

/**
 * The command line, writing to the streams of the run. If the words name a command, only that one is loaded; for "help"
 * and unknown words, and without words, all are.
 */
export async function createProgram(cli: Cli, words: readonly string[] = []): Promise<Command> {
  const { stdout, stderr } = cli.io
  const program = new Command('omen')
    .description(ROOT_HELP.description)
    .version(version, '-V, --version', 'print the version')
    .option('--json', 'results on stdout and errors on stderr as one JSON object')
    .option('--profile <name>', 'profile to use (default: "default", or OMEN_PROFILE)')
    .option('--url <address>', "server to talk to (default: the profile's, or OMEN_URL)")
    .option('--fields <names>', 'JSON with only these fields: "url,detection.severity"')
    .option('--jq <program>', 'JSON through this jq program; strings come out bare')
    .option('--no-color', 'no colours (also NO_COLOR)')
    .addHelpText('after', ROOT_HELP.after)
  const named = followWords(program, words).positionals[0] ?? ''
  const names = commandLoaders.has(named) && named !== 'help' ? [named] : [...commandLoaders.keys()]
  const builders = await Promise.all(names.map((name) => commandLoaders.get(name)!()))
  for (const build of builders) {
    const command = build(cli, (others) => createProgram(cli, others))
    program.addCommand(command, { hidden: command.name().startsWith('_') })
  }
  for (const command of everyCommand(program)) {
    const doesWork = command.commands.length === 0 || command.registeredArguments.length > 0
    if (doesWork && !command.name().startsWith('_') && !command.options.some(({ long }) => long === '--format'))
      addOutputOptions(command)
    // Those of a command above it that does something by itself are not for all
    command.configureHelp({ showGlobalOptions: command !== program, visibleGlobalOptions: () => [...program.options] })
    command.exitOverride().showHelpAfterError(false).showSuggestionAfterError(true).helpCommand(false)
    command.configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // Reported by `reportFailure`, like every failure.
      outputError: () => undefined,
      getOutHelpWidth: () => (stdout.isTTY ? (stdout.columns ?? 80) : 80),
      getOutHasColors: () => false,
    })
  }
  return program
}

/** A command and all its subcommands. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
