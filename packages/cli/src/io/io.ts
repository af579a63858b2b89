import { homedir, hostname } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { type Clock, systemClock } from '@omen/sdk'
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
  /** Calls `handler` on Ctrl-C instead of ending the program; the returned function unregisters it. */
  onInterrupt(handler: () => void): () => void
}

/** The machine that the program runs on. */
export function processIo(): Io {
  return {
    env: process.env,
    stdin: process.stdin,
    stdout: openOutput(process.stdout, 'standard output'),
    stderr: openOutput(process.stderr, 'standard error'),
    clock: systemClock,
    homeDir: homedir(),
    hostName: hostname(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    onInterrupt(handler) {
      process.on('SIGINT', handler)
      process.on('SIGTERM', handler)
      return () => {
        process.off('SIGINT', handler)
        process.off('SIGTERM', handler)
      }
    },
  }
}

/** Whether a person is at a terminal, so that prompts and screens make sense. */
export function isInteractive(io: Io): boolean {
  return Boolean(io.stdin.isTTY && io.stdout.isTTY && io.stderr.isTTY) && !io.env.CI && io.env.TERM !== 'dumb'
}
