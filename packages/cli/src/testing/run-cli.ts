import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { type Clock, systemClock } from '@omen/sdk'
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
  /** Keys pressed at a terminal, one as soon as the text before it has been shown. */
  keys?: [after: string | RegExp, key: string][]
  now?: number
  /** In place of waiting so many milliseconds. */
  sleep?: Clock['sleep']
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
  const stdin: Terminal<Readable> = isTerminal ? keyboard() : piped
  const keys = [...(setting.keys ?? [])]
  const stdout = capture((text) => {
    setting.onOutput?.(text)
    if (keys[0] && new RegExp(keys[0][0]).test(stripVTControlCharacters(text)))
      setImmediate((key: string) => (stdin as PassThrough).write(key), keys.shift()![1])
  })
  const stderr = capture((text) => {
    const answer = text.endsWith(': ') ? answers.shift() : undefined
    if (answer !== undefined) setImmediate(() => (stdin as PassThrough).write(`${answer}\n`))
  })
  if (isTerminal) for (const stream of [stdin, stdout.stream, stderr.stream]) markTerminal(stream, setting.columns!)
  const exit = await run(args, {
    env: { CI: isTerminal ? '' : '1', ...setting.env },
    stdin,
    stdout: stdout.stream,
    stderr: stderr.stream,
    homeDir,
    hostName: 'laptop',
    timeZone: 'Europe/Berlin',
    clock: { now: () => setting.now ?? Date.UTC(2026, 10, 20, 12), sleep: setting.sleep ?? systemClock.sleep },
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

/** Standard input of a terminal, which a screen reads key by key. */
function keyboard(): PassThrough {
  return Object.assign(new PassThrough(), { setRawMode: () => undefined, ref: () => undefined, unref: () => undefined })
}

function markTerminal(stream: Terminal<Readable | Writable>, columns: number): void {
  stream.isTTY = true
  stream.columns = columns
}
