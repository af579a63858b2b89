import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { systemClock } from '@omen/sdk'
import { onTestFinished } from 'vitest'
import type { InterruptHandler, Io } from '../io/io.ts'
import type { Terminal } from '../io/terminal.ts'
import { run } from '../run.ts'

/** The result of a run. */
export interface Ran {
  exit: number
  stdout: string
  stderr: string
  /** stdout as JSON. */
  json(): unknown
}

export interface Setting {
  env?: Record<string, string>
  /** Content of a pipe. */
  input?: string
  /** Standard input itself, for a test that keeps it open. */
  stdin?: Readable
  /** Called with everything written to standard output. */
  onOutput?: (text: string) => void
  /** Answers at a terminal, typed one after the other when a question ends in ": ". */
  answers?: string[]
  /** Columns of a terminal; a pipe if omitted. */
  columns?: number
  now?: number
  homeDir?: string
  /** Receives the handler of Ctrl-C. */
  onInterrupt?: (press: InterruptHandler) => void
}

/** A home folder for one test, removed after it. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'omen-cli-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}

/** Runs the real program in this process. */
export async function runCli(args: readonly string[], setting: Setting = {}): Promise<Ran> {
  const homeDir = setting.homeDir ?? (await makeHome())
  const isTerminal = setting.columns !== undefined
  const answers = [...(setting.answers ?? [])]
  const piped = setting.stdin ?? Readable.from(setting.input ? [setting.input] : [])
  const stdin: Terminal<Readable> = isTerminal ? new PassThrough() : piped
  const stdout = capture(setting.onOutput)
  const stderr = capture((text) => {
    const answer = text.endsWith(': ') ? answers.shift() : undefined
    if (answer !== undefined) setImmediate(() => (stdin as PassThrough).write(`${answer}\n`))
  })
  if (isTerminal) for (const stream of [stdin, stdout.stream, stderr.stream]) markTerminal(stream, setting.columns!)
  const exit = await run(args, {
    env: { CI: isTerminal ? '' : '1', ...setting.env },
    ...{ stdin, stdout: stdout.stream, stderr: stderr.stream, homeDir, hostName: 'laptop', timeZone: 'Europe/Berlin' },
    clock: { ...systemClock, now: () => setting.now ?? Date.UTC(2026, 10, 20, 12) },
    onInterrupt: (handler) => {
      setting.onInterrupt?.(handler)
      return () => undefined
    },
  } satisfies Io)
  return { exit, stdout: stdout.text(), stderr: stderr.text(), json: () => JSON.parse(stdout.text()) }
}

function capture(onText?: (text: string) => void): { stream: Terminal<Writable>; text: () => string } {
  let text = ''
  const stream: Terminal<Writable> = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      onText?.(String(chunk))
      done()
    },
  })
  return { stream, text: () => text }
}

/** A terminal with the given number of columns, and what was written to it. */
export function terminal(columns: number): ReturnType<typeof capture> {
  const made = capture()
  markTerminal(made.stream, columns)
  return made
}

function markTerminal(stream: Terminal<Readable | Writable>, columns: number): void {
  stream.isTTY = true
  stream.columns = columns
}
