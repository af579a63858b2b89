import { type Logger, pino } from 'pino'
import type { Settings } from '../../config/settings.ts'
import { systemClock } from '../clock/system-clock.ts'
import { createLineBuffer } from './line-buffer.ts'
import { type LineTarget, standardErrorTarget } from './line-target.ts'
import { serializeError } from './serialize-error.ts'
import { terminalLine } from './terminal-line.ts'

const REDACT = ['*.password', '*.authorization', '*.cookie', '*["x-csrf-token"]']
const MEBIBYTE = 1_048_576
const RETRY_MS = 1_000
/** A full disk stays full, so the process does not wait for it on exit. */
const FLUSH_MS = 2_000

export interface Log {
  readonly log: Logger
  /** Writes as many buffered lines as possible; called when the process exits. */
  flush(): Promise<void>
}

/**
 * JSON lines on the standard error stream, for machines; short lines where a person looks on. What cannot be written waits in
 * a mebibyte of memory, then lines are dropped and counted.
 */
export function createLog(
  { logLevel: level }: Pick<Settings, 'logLevel'>,
  target: LineTarget = standardErrorTarget(),
): Log {
  const show = process.stderr.isTTY === true ? terminalLine : (json: string) => json.trimEnd()
  const buffer = createLineBuffer({
    target,
    maxBytes: MEBIBYTE,
    retryMs: RETRY_MS,
    tellDropped: (count) => show(droppedEntry(count)),
  })
  process.once('exit', buffer.flushNow)
  const log = pino(
    { level, redact: REDACT, serializers: { err: serializeError } },
    { write: (json: string) => buffer.add(show(json)) },
  )
  return { log, flush: () => buffer.flush(FLUSH_MS) }
}

function droppedEntry(count: number): string {
  const entry = { level: 40, time: systemClock.now(), pid: process.pid, dropped: count }
  return JSON.stringify({ ...entry, msg: 'log lines were dropped: the log could not be written' })
}
