import { homedir, hostname } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '@omen/sdk'
import { type EndSignal, exitOfSignal } from '../failures.ts'
import { openOutput } from './output.ts'
import type { Terminal } from './terminal.ts'

/** The outside world of the program; tests pass in their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Terminal<Readable>
  readonly stdout: Terminal<Writable>
  readonly stderr: Terminal<Writable>
  readonly clock: Clock
  readonly homeDir: string
  readonly hostName: string
  /** IANA name of the zone that times are shown in. */
  readonly timeZone: string
  /**
   * Calls `handler` on Ctrl-C and SIGTERM instead of ending the program; the returned function unregisters it. The second
   * signal ends the program, after what the handler then begins (cancelling a job), but within two seconds; a third at once.
   */
  onInterrupt(handler: InterruptHandler): () => void
}

/** The machine that the program runs on. */
export function processIo(): Io {
  let timeZone: string | undefined
  return {
    env: process.env,
    stdin: process.stdin,
    stdout: openOutput(process.stdout, 'standard output'),
    stderr: openOutput(process.stderr, 'standard error'),
    clock: systemClock,
    homeDir: homedir(),
    hostName: hostname(),
    // Found when it is needed: most calls show no time, and the first date format of a process loads the tables of ICU.
    get timeZone() {
      timeZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone
      return timeZone
    },
    onInterrupt: listenForSignals,
  }
}

/** What a signal starts; a promise is waited for before the second signal ends the program. */
export type InterruptHandler = (signal?: EndSignal) => Promise<void> | void

const GRACE_MS = 2000
/** For the last sentence, after what the second signal had begun. */
const LAST_WORDS_MS = 200

function listenForSignals(handler: InterruptHandler): () => void {
  let count = 0
  const listen = (signal: EndSignal) => {
    count++
    const leave = () => process.exit(exitOfSignal(signal))
    const begun = count < 3 ? handler(signal) : undefined
    if (count === 1) return
    if (begun === undefined) return leave()
    setTimeout(leave, GRACE_MS).unref()
    void begun.then(() => setTimeout(leave, LAST_WORDS_MS).unref(), leave)
  }
  process.on('SIGINT', listen)
  process.on('SIGTERM', listen)
  return () => {
    process.off('SIGINT', listen)
    process.off('SIGTERM', listen)
  }
}

/** Whether a person is at a terminal, so that prompts and screens make sense. */
export function isInteractive(io: Io): boolean {
  return Boolean(io.stdin.isTTY && io.stdout.isTTY && io.stderr.isTTY) && !io.env.CI && io.env.TERM !== 'dumb'
}
