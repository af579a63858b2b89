import { cutHeader } from '../../logs/header/cut-header.ts'
import { findLogLayout, type LogLayout } from '../../logs/header/find-log-layout.ts'
import { isStackLine } from '../../logs/is-stack-line.ts'

/** How the lines of each service begin, as plain data; `sample` is gone when that is settled. */
export type LogStreamState = { layout: LogLayout; sample?: string[] }

/** Where the messages of lines begin that come from many services, each with headers of its own. */
export type LogStreams = {
  /** Learns from lines before they are read. */
  learn(lines: readonly { readonly service: string; readonly line: string }[]): void
  /** -1 for a line that continues the one before it. */
  messageAt(service: string, line: string): number
  state(): [service: string, LogStreamState][]
}

/** Services whose layout is learned. */
const MAX_SERVICES = 200
/** Lines by which the layout of a service is found, and characters of each. */
const SAMPLE_LINES = 50
const SAMPLE_LENGTH = 400
const BARE: LogStreamState = { layout: { kind: 'bare' } }

/**
 * The layout of a service is found anew (see `findLogLayout`) until fifty of its lines were seen. Lines of services beyond 200 are taken
 * for bare messages.
 */
export function createLogStreams(saved: Iterable<[string, LogStreamState]> = []): LogStreams {
  const streams = new Map<string, LogStreamState>()
  for (const [service, { layout, sample }] of saved)
    streams.set(service, { layout, ...(sample && { sample: [...sample] }) })

  const open = (service: string): LogStreamState => {
    const known = streams.get(service)
    if (known) return known
    if (streams.size >= MAX_SERVICES) return BARE
    const made: LogStreamState = { layout: { kind: 'bare' }, sample: [] }
    streams.set(service, made)
    return made
  }
  return {
    learn(lines) {
      const changed = new Set<LogStreamState>()
      for (const { service, line } of lines) {
        const stream = open(service)
        if (stream.sample === undefined || stream.sample.length >= SAMPLE_LINES || line.trim() === '') continue
        stream.sample.push(line.slice(0, SAMPLE_LENGTH))
        changed.add(stream)
      }
      for (const stream of changed) {
        stream.layout = findLogLayout(stream.sample!)
        if (stream.sample!.length >= SAMPLE_LINES) delete stream.sample
      }
    },
    messageAt(service, line) {
      const at = cutHeader(line, (streams.get(service) ?? BARE).layout)
      return isStackLine(line) ? -1 : at
    },
    state: () => [...streams],
  }
}
