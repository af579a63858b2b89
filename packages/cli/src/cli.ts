import type { Locale, Omen } from '@omen/sdk'
import type { Command } from 'commander'
import { optionsOf } from './command-words.ts'
import { EXIT_CODE, type ExitCode } from './exit-code.ts'
import { CliError, UsageError } from './failures.ts'
import { type Connection, connect, findConnection, requireToken, type Target } from './io/client.ts'
import { type Io, isInteractive } from './io/io.ts'
import { replaceFile } from './io/replace-file.ts'
import { type Format, formatOf } from './render/format.ts'
import { colorDepth, createPaint, type Paint } from './render/paint.ts'
import { escapeControls } from './render/plain.ts'
import type { Select } from './render/select.ts'
import { reportOf } from './report-error.ts'
import type { Gate } from './results/gate.ts'

/** Options that every command takes. */
export interface GlobalOptions extends Target {
  json?: boolean | undefined
  /** False with `--no-color`. */
  color?: boolean | undefined
  out?: string | undefined
  format?: Format | undefined
  fields?: string | undefined
  jq?: string | undefined
  /** Language of the server's sentences, for commands that have the option. */
  lang?: Locale | undefined
}

/** The state of one run of the program: its exit code. */
export interface Cli {
  readonly io: Io
  exit: ExitCode
}

/** Renderers of a result; JSON is written from its value. */
export type Views = Partial<Record<Exclude<Format, 'json'>, () => string>>

/** What a command works with. */
export interface Run {
  readonly io: Io
  /** Whether standard output gets JSON. */
  readonly json: boolean
  readonly paint: Paint
  /** Columns of the terminal; unlimited in a pipe and in a file, where nothing is cut. */
  readonly width: number
  /** Whether a person can answer prompts and watch a screen. */
  readonly interactive: boolean
  /** The file of `--out`, and the format that it gets. */
  readonly file: { path: string; format: Format } | undefined
  /** What standard output gets; undefined for nothing, where the result goes to a file. */
  readonly format: Format | undefined
  connection(): Promise<Connection>
  /** A client that is signed in. */
  omen(): Promise<Omen>
  /** The result, on stdout or in the file of `--out`, in the format that was asked for. */
  result(json: unknown, views: (() => string) | Views): void
  /** A remark, on stderr; silent with `--json`. */
  note(text: string): void
  /** The exit code if nothing fails. */
  exitWith(code: ExitCode): void
  /** Reports rules of `--fail-on` that are met, and sets the exit code so that a build fails. */
  close(gate: Gate | undefined): void
}

/** Opens the run of a command from its options; `select` applies `--fields` and `--jq` to JSON. Throws for invalid ones. */
export function startRun(cli: Cli, command: Command, select?: Select): Run {
  const options = optionsOf<GlobalOptions>(command)
  const { io } = cli
  const { file, format } = destinations(command, options)
  const json = format === 'json'
  const connection = once(() => findConnection(io, options))
  const depth = options.color === false || file ? 'none' : colorDepth(io.env, io.stdout.isTTY === true)
  const jsonText = (value: unknown): string => {
    const indent = io.stdout.isTTY ? 2 : undefined
    return select ? select(value, indent) : JSON.stringify(value, null, indent)
  }
  return {
    io,
    json,
    connection,
    file,
    format,
    paint: createPaint(json ? 'none' : depth),
    width: io.stdout.isTTY && !file ? (io.stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
    interactive: !json && isInteractive(io),
    omen: once(async () => connect(io, requireToken(await connection()), options.lang)),
    result(value, views) {
      const all: Views = typeof views === 'function' ? { text: views } : views
      const render = (one: Format): string => (one === 'json' ? jsonText(value) : (all[one]?.() ?? ''))
      if (file && (file.format === 'json' || all[file.format]))
        writeResult(file.path, ended(render(file.format)), gateOf(value))
      if (format === undefined) return
      const shown = render(format)
      // A text may be coloured, and its names are plain already
      if (shown !== '') io.stdout.write(ended(format === 'text' || !io.stdout.isTTY ? shown : escapeControls(shown)))
    },
    note(text) {
      if (!json && text !== '') io.stderr.write(`${text}\n`)
    },
    exitWith(code) {
      cli.exit = code
    },
    close(gate) {
      if (!gate?.matched) return
      this.note(`${metSentence(gate)}: exiting with ${EXIT_CODE.anomalies}.`)
      cli.exit = EXIT_CODE.anomalies
    },
  }
}

function metSentence({ by }: Gate): string {
  const rules = [...new Set(by.map(({ rule }) => rule))]
  return `--fail-on ${rules.join(', ')} ${rules.length > 1 ? 'are' : 'is'} met`
}

function gateOf(result: unknown): Gate | undefined {
  return typeof result === 'object' && result !== null && 'failOn' in result ? (result.failOn as Gate) : undefined
}

/** Replaces the file of `--out`. The failure also tells of a rule that is met: its own exit code is lost to it. */
function writeResult(path: string, text: string, gate: Gate | undefined): void {
  try {
    replaceFile(path, text)
  } catch (error) {
    if (!gate?.matched) throw error
    const { code, message } = reportOf(error)
    const figures = gate.by.flatMap(({ value }) => (value === undefined ? [] : [value])).join(', ')
    const hint = `${metSentence(gate)}${figures && ` (${figures})`}, but the result is not stored.`
    throw new CliError(message, { code, exit: EXIT_CODE.failed, hint, cause: error })
  }
}

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** `--json` is about stdout, `--out` and its format about the file; without a file the format is that of stdout. */
function destinations(command: Command, options: GlobalOptions): Pick<Run, 'file' | 'format'> {
  const { json, out, fields, jq } = options
  const offered = offeredFormats(command)
  const wantsJson = json === true || fields !== undefined || jq !== undefined
  if (out === undefined) {
    if (wantsJson && options.format !== undefined && options.format !== 'json')
      throw new UsageError(
        `--format ${options.format} and JSON exclude each other`,
        'With --out FILE both are possible.',
      )
    return { file: undefined, format: wantsJson ? 'json' : (options.format ?? offered[0]!) }
  }
  if (offered.includes(out as Format) && options.format === undefined)
    throw new UsageError(`--out ${out}: --out is the file to write`, `For the format there is --format ${out}.`)
  const format = options.format ?? formatOf(out) ?? (offered.includes('csv') ? 'csv' : 'text')
  if (!offered.includes(format))
    throw new UsageError(`--out ${out}: this command does not write ${format}`, `It writes ${offered.join(', ')}.`)
  return { file: { path: out, format }, format: wantsJson ? 'json' : undefined }
}

/** The formats of a command, its default first. */
function offeredFormats(command: Command): Format[] {
  const option = command.options.find(({ long }) => long === '--format')
  return (option?.argChoices ?? ['text', 'json']) as Format[]
}

/** Whether errors are written as JSON. */
export function wantsJson({ json, format, out, fields, jq }: GlobalOptions): boolean {
  return json === true || fields !== undefined || jq !== undefined || (format === 'json' && out === undefined)
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
  return { io, exit: EXIT_CODE.ok }
}
