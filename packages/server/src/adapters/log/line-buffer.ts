import { within } from '../../ports/within.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { LineTarget } from './line-target.ts'

export interface LineBufferOptions {
  readonly target: LineTarget
  /** Size limit of the buffer; lines that arrive when it is full are dropped. */
  readonly maxBytes: number
  /** Formats the line that reports the number of dropped lines, without the line break. */
  tellDropped(count: number): string
  /** Delay between two attempts to write to a target that failed. */
  readonly retryMs: number
}

/** Buffered log lines: `add` never blocks and never throws. */
export interface LineBuffer {
  add(line: string): void
  /** Resolves when everything is written, or after that time. */
  flush(timeoutMs: number): Promise<void>
  /** Writes the buffered lines synchronously, when the process exits. */
  flushNow(): void
}

const BYTES_AT_ONCE = 65_536

/**
 * Lines wait in memory while the log cannot be written, so that neither a full disk nor a reader that has stopped reading stops
 * the server. The oldest lines are kept, since a fault shows where it begins; the gap is reported where it occurs.
 */
export function createLineBuffer({ target, maxBytes, tellDropped, retryMs }: LineBufferOptions): LineBuffer {
  let waiting: Buffer[] = []
  let bytes = 0
  let dropped = 0
  let writing: Promise<void> | undefined

  const push = (line: string): void => {
    const encoded = Buffer.from(`${line}\n`)
    waiting.push(encoded)
    bytes += encoded.length
  }
  const mention = (): void => {
    if (dropped === 0) return
    const count = dropped
    dropped = 0
    push(tellDropped(count))
  }
  const take = (): Buffer => {
    let size = 0
    let lines = 0
    while (lines < waiting.length && size < BYTES_AT_ONCE) size += waiting[lines++]!.length
    return Buffer.concat(waiting.splice(0, lines))
  }
  const writeAll = async (): Promise<void> => {
    for (let chunk = take(); chunk.length > 0; ) {
      const taken = await target.write(chunk).catch(() => 0)
      bytes -= taken
      chunk = chunk.subarray(taken)
      if (taken === 0) await new Promise<void>((resolve) => systemClock.after(retryMs, resolve))
      if (waiting.length === 0) mention()
      if (chunk.length === 0) chunk = take()
    }
    writing = undefined
  }
  return {
    add(line) {
      if (bytes >= maxBytes) {
        dropped++
        return
      }
      mention()
      push(line)
      writing ??= writeAll()
    },
    async flush(timeoutMs) {
      if (writing) await within(systemClock, timeoutMs, writing)
    },
    flushNow() {
      mention()
      target.writeNow(Buffer.concat(waiting))
      waiting = []
    },
  }
}
