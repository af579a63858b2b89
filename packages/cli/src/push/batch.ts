import { findTimeReader } from '@omen/engine/logs'
import type { IngestResult, Omen, PointsFormat } from '@omen/sdk'

/** Lines that are sent at once. */
export interface Batch {
  /** Lines of the input up to its end, the heading of a table included. */
  readonly lines: number
  send(omen: Omen, signal: AbortSignal): Promise<IngestResult>
}

/** Gathers the lines of an input into batches. */
export interface Batcher {
  add(line: string): void
  /** What was added since; undefined where there is nothing to send. */
  take(): Batch | undefined
  /** Whether as much waits as a batch should have. */
  isFull(): boolean
}

const MAX_LINES = 10_000
const MAX_BYTES = 4 * 1_048_576

/** How the lines of an input become the body of a request. */
interface LineKind {
  /** The body of these lines. */
  body(lines: readonly string[]): string
  send(omen: Omen, body: string, signal: AbortSignal): Promise<IngestResult>
}

/** Samples, as a table or as JSON objects: the first line says which. `skip` lines were sent before. */
export function createSampleBatcher(skip: number): Batcher {
  return createBatcher(skip, (first) => {
    const isJson = first.trimStart().startsWith('{')
    const format: PointsFormat = isJson ? 'application/x-ndjson' : 'text/csv'
    // A table repeats its heading in each batch
    const heading = isJson ? '' : `${first}\n`
    return {
      isHeading: !isJson,
      body: (lines) => `${heading}${lines.join('\n')}\n`,
      send: (omen, body, signal) => omen.ingest.points(body, format, { signal }),
    }
  })
}

/** Log lines, as JSON objects or as text. Where lines of text have no times they get that of their reading, so that they can be sent again. */
export function createLogBatcher(skip: number, { now, place }: { now(): number; place: object }): Batcher {
  const read = createLogLineReader(now)
  return createBatcher(skip, () => ({
    isHeading: false,
    body: (lines) =>
      `${read(lines)
        .map((line) => JSON.stringify({ ...place, ...line }))
        .join('\n')}\n`,
    send: (omen, body, signal) => omen.ingest.logs(body, 'application/x-ndjson', { signal }),
  }))
}

function createBatcher(skip: number, kindOf: (first: string) => LineKind & { isHeading: boolean }): Batcher {
  let kind: LineKind | undefined
  let seen = 0
  let waiting: string[] = []
  let bytes = 0
  return {
    add(line) {
      seen++
      if (line.trim() === '') return
      if (kind === undefined) {
        const found = kindOf(line)
        kind = found
        if (found.isHeading) return
      }
      if (seen <= skip) return
      waiting.push(line)
      bytes += line.length
    },
    take() {
      if (kind === undefined || waiting.length === 0) return undefined
      const { send } = kind
      const body = kind.body(waiting)
      waiting = []
      bytes = 0
      return { lines: seen, send: (omen, signal) => send(omen, body, signal) }
    },
    isFull: () => waiting.length >= MAX_LINES || bytes >= MAX_BYTES,
  }
}

/** With a zone it is sent as it stands: it may have nanoseconds. */
const EXACT_TIME = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d))[\] ]/
/** Characters of a line in which its time is looked for. */
const HEADER_LENGTH = 80
/** Lines by which the form of their times is found. */
const SAMPLE_LINES = 200
const DAY_MS = 86_400_000

/**
 * Log lines as the server takes them: a JSON object as it is, a text with the time that it begins with, in the form that most
 * lines have: without a zone in UTC, without a year the last one that it may be. Where most lines have a time, a text without
 * belongs to the line before; else it has that of its reading.
 */
export function createLogLineReader(now: () => number): (lines: readonly string[]) => object[] {
  let readTime: ReturnType<typeof findTimeReader>
  let last: number | string | undefined
  const timeOf = (line: string): number | string | undefined => {
    const exact = EXACT_TIME.exec(line)?.[1]
    if (exact !== undefined) return exact
    const time = readTime?.(line.slice(0, HEADER_LENGTH)) ?? Number.NaN
    if (Number.isNaN(time)) return undefined
    const isNextYear = time > now() + DAY_MS
    return isNextYear ? new Date(time).setUTCFullYear(new Date(time).getUTCFullYear() - 1) : time
  }
  return (lines) => {
    const read = lines.map((line) => ({ line, object: readObject(line) }))
    const texts = read.filter(({ object }) => object === undefined).slice(0, SAMPLE_LINES)
    const headers = texts.map(({ line }) => line.slice(0, HEADER_LENGTH))
    readTime ??= findTimeReader(headers, new Date(now()).getUTCFullYear())
    return read.map(({ line, object }) => {
      if (object !== undefined) return object
      const time = timeOf(line)
      if (readTime !== undefined) last = time ?? last
      return { line, time: time ?? last ?? now() }
    })
  }
}

function readObject(line: string): object | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    return JSON.parse(line) as object
  } catch {
    return undefined
  }
}
