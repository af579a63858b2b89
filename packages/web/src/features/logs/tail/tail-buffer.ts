import type { LogSearchLine, LogTailLines } from '@omen/sdk'

/** As many lines as are kept; older ones go. */
export const KEPT_LINES = 5000

export interface TailBuffer {
  /** The oldest first. */
  readonly lines: readonly LogSearchLine[]
  /** Lines that the server left out because more came than can be shown. */
  readonly leftOut: number
  /** Lines that came and went, or are kept. */
  readonly received: number
}

export const EMPTY_TAIL: TailBuffer = { lines: [], leftOut: 0, received: 0 }

/** With what has arrived; a line that is there already, after a lost connection, is not shown twice. */
export function withArrived(buffer: TailBuffer, { lines, leftOut }: LogTailLines, max = KEPT_LINES): TailBuffer {
  const recent = new Set(buffer.lines.slice(-lines.length - OVERLAP).map(({ id }) => id))
  const fresh = lines.filter(({ id }) => !recent.has(id))
  if (fresh.length === 0 && leftOut === 0) return buffer
  const all = [...buffer.lines, ...fresh]
  return {
    lines: all.length > max ? all.slice(-max) : all,
    leftOut: buffer.leftOut + leftOut,
    received: buffer.received + fresh.length,
  }
}

const OVERLAP = 500
