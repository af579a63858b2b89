import type { PointsFormat } from '@omen/sdk'

/** Lines that are sent at once, as the body of a request. */
export interface Batch {
  readonly body: string
  readonly format: PointsFormat
  /** Lines of the input up to its end, the heading of a table included. */
  readonly lines: number
}

/** Gathers the lines of an input into batches: a table repeats its heading in each. */
export interface Batcher {
  add(line: string): void
  /** What was added since; undefined where there is nothing to send. */
  take(): Batch | undefined
  /** Whether as much waits as a batch should have. */
  isFull(): boolean
}

const maxLines = 10_000
const maxBytes = 4 * 1_048_576

/** For lines of JSON objects or of a table, by the first one; `skip` lines of a table were sent before. */
export function createBatcher(skip: number): Batcher {
  let format: PointsFormat | undefined
  let heading = ''
  let seen = 0
  let waiting: string[] = []
  let bytes = 0
  return {
    add(line) {
      seen++
      if (format === undefined && line.trim() !== '') {
        format = line.trimStart().startsWith('{') ? 'application/x-ndjson' : 'text/csv'
        if (format === 'text/csv') {
          heading = `${line}\n`
          return
        }
      }
      if (seen <= skip || line.trim() === '') return
      waiting.push(line)
      bytes += line.length
    },
    take() {
      if (format === undefined || waiting.length === 0) return undefined
      const body = `${heading}${waiting.join('\n')}\n`
      waiting = []
      bytes = 0
      return { body, format, lines: seen }
    },
    isFull: () => waiting.length >= maxLines || bytes >= maxBytes,
  }
}
