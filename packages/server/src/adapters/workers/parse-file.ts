import { findEncoding } from '@omen/engine/logs'
import {
  type CsvBatch,
  type CsvParser,
  CsvProblem,
  createCsvParser,
  DELIMITER_CHARACTERS,
  findStepMs,
  type Interval,
  parseIntervals,
  startsIntervals,
} from '@omen/engine/series'
import type { ParsedFile, ParseLimits } from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import type { EncodedBlock } from '../../ports/point-store.ts'
import { encodePoints } from '../clickhouse/point-codec.ts'
import { createColumnStatistics } from './column-statistics.ts'
import { KEPT_FOR_SNIFFING, openLimited, Refusal, type Refused, refusedContent } from './open-limited.ts'

export interface ParseFileOptions {
  readonly source: FileSource
  readonly limits: ParseLimits
  send(block: EncodedBlock): Promise<void>
  onProgress(bytes: number): void
}

const CELLS_PER_BLOCK = 2_000_000
const MAX_REJECTED_LISTED = 100

/** Parses a file of any size in one pass: bytes in, blocks for the point store out. */
export async function parseFile(options: ParseFileOptions): Promise<ParsedFile> {
  const head: Uint8Array[] = []
  try {
    return await readMetrics(options, head)
  } catch (error) {
    const refused = refusalOf(error)
    return (error instanceof CsvProblem ? recognise(error, Buffer.concat(head)) : undefined) ?? refused
  }
}

async function readMetrics(options: ParseFileOptions, head: Uint8Array[]): Promise<ParsedFile> {
  const { limits } = options
  const statistics = createColumnStatistics()
  const blocks: EncodedBlock[] = []
  let cells = 0
  const onBatch = (batch: CsvBatch): void => {
    cells += batch.rows * batch.columns.length
    if (cells > limits.maxCells) throw tooManyCells(limits.maxCells)
    statistics.add(batch.columns)
    blocks.push(encodePoints(batch.times, batch.columns))
  }
  const open = (batchRows: number): CsvParser =>
    createCsvParser({ limits: { ...limits, maxRejectedListed: MAX_REJECTED_LISTED }, batchRows, onBatch })
  let parser: CsvParser | undefined
  const content = await openLimited(options, head)
  for await (const chunk of content.bytes) {
    parser ??= open(batchRowsFor(chunk))
    parser.push(chunk)
    for (const block of blocks.splice(0)) await options.send(block)
  }
  parser ??= open(1)
  const report = parser.end()
  for (const block of blocks.splice(0)) await options.send(block)
  return {
    kind: 'metrics',
    report,
    ...summariseTimes(parser.sortedTimes()),
    statistics: statistics.summary(),
    sha256: content.sha256(),
  }
}

interface TimeSummary {
  /** Rows with distinct times. */
  readonly rows: number
  readonly intervalMs: number | null
  /** Intervals in which whole rows are missing, the first hundred. */
  readonly gaps: Interval[]
  readonly gapCount: number
}

const MAX_GAPS_LISTED = 100

/** Row count, interval and gaps of a file, from its ascending times. */
function summariseTimes(sorted: Float64Array): TimeSummary {
  const step = findStepMs(sorted)
  return { rows: countDistinct(sorted), intervalMs: step > 0 ? step : null, ...findGaps(sorted, step) }
}

function countDistinct(sorted: Float64Array): number {
  let count = 0
  for (let index = 0; index < sorted.length; index++) if (index === 0 || sorted[index] !== sorted[index - 1]) count++
  return count
}

function findGaps(sorted: Float64Array, step: number): Pick<TimeSummary, 'gaps' | 'gapCount'> {
  const gaps: Interval[] = []
  let gapCount = 0
  for (let index = 1; index < sorted.length && step > 0; index++) {
    const before = sorted[index - 1]!
    const after = sorted[index]!
    if (after - before <= 1.5 * step) continue
    gapCount++
    if (gaps.length < MAX_GAPS_LISTED) gaps.push({ start: before + step, end: after - step })
  }
  return { gaps, gapCount }
}

const delimiters = Object.values(DELIMITER_CHARACTERS).map((character) => character.charCodeAt(0))

/** Blocks of about two million values: small enough for the memory, large enough for the store. */
function batchRowsFor(firstChunk: Uint8Array): number {
  const newline = firstChunk.findIndex((byte) => byte === 10 || byte === 13)
  const line = firstChunk.subarray(0, newline < 0 ? firstChunk.length : newline)
  const columns = Math.max(
    ...delimiters.map((delimiter) => line.reduce((sum, byte) => sum + Number(byte === delimiter), 0)),
  )
  return Math.min(65_536, Math.max(16, Math.floor(CELLS_PER_BLOCK / Math.max(1, columns))))
}

const OTHER_KINDS: readonly string[] = ['NO_TIMESTAMP_COLUMN', 'TOO_FEW_COLUMNS', 'BAD_SERIES_NAME']
/** Logs are read in other encodings, too, and with longer lines. */
const OTHER_TEXT: readonly string[] = ['NOT_UTF8', 'NUL_BYTE', 'LINE_TOO_LONG']

/** A file without a timestamp column may be of another supported kind. */
function recognise(problem: CsvProblem, head: Uint8Array): ParsedFile | undefined {
  const encoding = findEncoding(head)
  const text = new TextDecoder(encoding).decode(head.subarray(0, KEPT_FOR_SNIFFING))
  const isOther = OTHER_TEXT.includes(problem.code)
  if (!isOther && !OTHER_KINDS.includes(problem.code)) return undefined
  if (!isOther && startsIntervals(firstLine(text))) {
    try {
      return { kind: 'intervals', intervals: parseIntervals(text) }
    } catch (error) {
      return refusalOf(error)
    }
  }
  if (!looksLikeLog(text)) return undefined
  return { kind: 'logs', encoding, format: firstLine(text).startsWith('{') ? 'jsonLines' : 'lines' }
}

const LOG_SHAPES: readonly RegExp[] = [
  /^[[<(]?\d{4}[-/.]\d{2}[-/.]\d{2}[ T]\d{2}:\d{2}/,
  /^[[<(]?\d{2}[-/]\d{2}[-/ ]\d{2,4}[ :T]?\d{2}:\d{2}/,
  /^(?:<\d+>\d? ?)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b.*\d{1,2}:\d{2}/,
  /^\d{2}-\d{2} \d{2}:\d{2}:\d{2}/,
  /^\d{6} \d{6} \d+ /,
  /\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}/,
]

function looksLikeLog(text: string): boolean {
  const line = firstLine(text)
  if (LOG_SHAPES.some((shape) => shape.test(line))) return true
  if (!line.startsWith('{')) return false
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

function firstLine(text: string): string {
  return text.trimStart().split(/\r?\n/, 1)[0]!.trim()
}

function tooManyCells(limit: number): Refusal {
  return new Refusal('TOO_MANY_CELLS', `the file holds more than ${limit} values`)
}

function refusalOf(error: unknown): Refused {
  if (error instanceof CsvProblem)
    return {
      kind: 'refused',
      code: error.code,
      line: error.line,
      column: error.column,
      reason: error.reason,
      values: error.values,
    }
  return refusedContent(error)
}
