import type { Writable } from 'node:stream'
import { type Command, CommanderError } from 'commander'
import { type Cli, createCli, type GlobalOptions, wantsJson } from './cli.ts'
import { parseWords } from './command-words.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { UsageError } from './failures.ts'
import type { Io } from './io/io.ts'
import { createProgram } from './program.ts'
import { errorJson, renderError } from './render/error.ts'
import { colorDepth, createPaint } from './render/paint.ts'
import { reportOf } from './report-error.ts'

/** Runs the program on the arguments after its name and returns the exit code; never throws. */
export async function run(args: readonly string[], io: Io): Promise<ExitCode> {
  const cli = createCli(io)
  const program = await createProgram(cli, args)
  try {
    if (args.length === 0) return showUsage(io, program)
    await parseWords(program, args)
    await flush(io.stdout)
    return cli.exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT_CODE.ok
    return reportFailure(
      cli,
      args,
      program.opts<GlobalOptions>(),
      error instanceof CommanderError ? usageOf(error) : error,
    )
  }
}

/** Waits until everything is written; throws what failed, such as a full disk behind a redirection. */
async function flush(stdout: Writable): Promise<void> {
  if (stdout.errored) throw stdout.errored
  await new Promise<void>((resolve, reject) => {
    stdout.write('', (error) => (error ? reject(error) : resolve()))
  })
}

function showUsage({ stderr }: Io, program: Command): ExitCode {
  stderr.write(`${program.helpInformation()}\nomen --help has examples and exit codes.\n`)
  return EXIT_CODE.usage
}

function reportFailure({ io }: Cli, args: readonly string[], options: GlobalOptions, error: unknown): ExitCode {
  const report = reportOf(error, { hasEnvToken: Boolean(io.env.OMEN_TOKEN) })
  // Where parsing itself failed, the options may not have been read.
  const json =
    wantsJson(options) ||
    args.includes('--json') ||
    /(^| )--format[ =]json( |$)|(^| )--(jq|fields)[ =]/.test(args.join(' '))
  const paint = createPaint(options.color === false ? 'none' : colorDepth(io.env, io.stderr.isTTY === true))
  io.stderr.write(`${json ? errorJson(report) : renderError(report, paint)}\n`)
  return report.exitCode
}

/** Commander's sentence, with its suggestion as the hint. */
function usageOf({ code, message }: CommanderError): UsageError {
  if (code === 'commander.help') return new UsageError('Which of its commands?', '"--help" lists them.')
  const [first = '', ...hints] = message.replace(/^error: /, '').split('\n')
  const hint = hints.join(' ').replace(/^\(|\)$/g, '') || '"--help" shows the usage.'
  return new UsageError(first.charAt(0).toUpperCase() + first.slice(1), hint)
}
