import { cutHeader, findLogLayout, readHeaderFacts } from '@omen/engine/logs'
import { severityOf } from './severity.ts'

/** As Android and glog write levels. */
const LETTERS: Readonly<Record<string, string>> = {
  v: 'trace',
  d: 'debug',
  i: 'info',
  w: 'warn',
  e: 'error',
  f: 'fatal',
}
/** So many lines of a service tell how its lines begin. */
const SAMPLE_LINES = 200
const HEAD_CHARACTERS = 400

/** A line that came without a severity. */
export interface PlainLine {
  readonly row: number
  readonly service: string
  readonly head: string
}

/** The beginning of a line, where its header stands. */
export function headOf(line: string | Uint8Array): string {
  if (typeof line === 'string') return line.slice(0, HEAD_CHARACTERS)
  return Buffer.from(line.buffer, line.byteOffset, Math.min(line.length, HEAD_CHARACTERS)).toString()
}

/** The severity of a level as headers of text have it, in lower case; 0 for anything else. */
export function severityOfHeader(level: string): number {
  return severityOf(LETTERS[level] ?? level)
}

/** Fills in, by row, the severities of lines whose headers have a level; the lines of a service begin alike, as those of a file do. */
export function fillHeaderSeverities(severities: Uint8Array, lines: readonly PlainLine[]): void {
  for (const [, ofService] of Map.groupBy(lines, ({ service }) => service)) {
    const layout = findLogLayout(ofService.slice(0, SAMPLE_LINES).map(({ head }) => head))
    if (layout.kind !== 'columns' || !layout.kinds.includes('level')) continue
    for (const { row, head } of ofService) {
      const { level = '' } = readHeaderFacts(head, layout, Math.max(0, cutHeader(head, layout)))
      severities[row] = severityOfHeader(level)
    }
  }
}
