import type { Omen } from '@omen/sdk'
import type { Command } from 'commander'
import { type ExitCode, exitCode } from './exit-code.ts'
import { type Connection, connect, findConnection, requireToken, type Target } from './io/client.ts'
import { type Io, isInteractive } from './io/io.ts'
import { colorDepth, createPaint, type Paint } from './render/paint.ts'

/** Options that every command takes. */
export interface GlobalOptions extends Target {
  json?: boolean | undefined
  /** False with `--no-color`. */
  color?: boolean | undefined
  /** A command's own `--out json` counts as `--json`. */
  out?: string | undefined
  /** The same where `--out` is a file. */
  format?: string | undefined
}

/** The state of one run of the program: its exit code. */
export interface Cli {
  readonly io: Io
  exit: ExitCode
}

/** What a command works with. */
export interface Run {
  readonly io: Io
  readonly json: boolean
  readonly paint: Paint
  /** Columns of the terminal; unlimited in a pipe, where nothing is cut. */
  readonly width: number
  /** Whether a person can answer prompts and watch a screen. */
  readonly interactive: boolean
  connection(): Promise<Connection>
  /** A client that is signed in. */
  omen(): Promise<Omen>
  /** The result, on stdout: as text, or as one JSON document with `--json`. */
  result(json: unknown, text: () => string): void
  /** A remark, on stderr; silent with `--json`. */
  note(text: string): void
  /** The exit code if nothing fails. */
  exitWith(code: ExitCode): void
  /** Reports that a `--fail-on` rule is met, and sets the exit code so that a build fails. */
  failBuild(rule: string): void
}

/** Opens the run of a command from its options. */
export function startRun(cli: Cli, command: Command): Run {
  const options = command.optsWithGlobals<GlobalOptions>()
  const { io } = cli
  const json = wantsJson(options)
  const connection = once(() => findConnection(io, options))
  const depth = options.color === false ? 'none' : colorDepth(io.env, io.stdout.isTTY === true)
  return {
    ...{ io, json, connection, paint: createPaint(json ? 'none' : depth) },
    width: io.stdout.isTTY ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    interactive: !json && isInteractive(io),
    omen: once(async () => connect(io, requireToken(await connection()))),
    result(value, text) {
      const shown = json ? JSON.stringify(value, null, io.stdout.isTTY ? 2 : undefined) : text()
      if (shown !== '') io.stdout.write(`${shown}\n`)
    },
    note(text) {
      if (!json && text !== '') io.stderr.write(`${text}\n`)
    },
    exitWith(code) {
      cli.exit = code
    },
    failBuild(rule) {
      this.note(`${rule} is met: exiting with ${exitCode.anomalies}.`)
      cli.exit = exitCode.anomalies
    },
  }
}

/** Whether results and errors are written as JSON. */
export function wantsJson({ json, out, format }: GlobalOptions): boolean {
  return json === true || out === 'json' || format === 'json'
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A run that succeeds unless a command sets another exit code. */
export function createCli(io: Io): Cli {
  return { io, exit: exitCode.ok }
}
