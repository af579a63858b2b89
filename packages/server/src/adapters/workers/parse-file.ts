import {
  type CsvBatch,
  type CsvParser,
  CsvProblem,
  createCsvParser,
  delimiterCharacters,
  parseIntervals,
} from '@omen/engine'
import type { ParsedFile, ParseLimits } from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import type { EncodedBlock } from '../../ports/point-store.ts'
import { encodePoints } from '../clickhouse/point-codec.ts'
import { createColumnStatistics } from './column-statistics.ts'
import { type Content, openContent } from './open-content.ts'
import { summariseTimes } from './summarise-times.ts'

export interface ParseFileOptions {
  readonly source: FileSource
  readonly limits: ParseLimits
  send(block: EncodedBlock): Promise<void>
  onProgress(bytes: number): void
}

const cellsPerBlock = 2_000_000
const keptForSniffing = 1_048_576
const maxRejectedListed = 100
/** Up to this size any compression ratio is accepted: a short file of zeros also compresses by a factor of hundreds. */
const bytesBeforeRatio = 64 * 1_048_576

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
    createCsvParser({ limits: { ...limits, maxRejectedListed }, batchRows, onBatch })
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

/** Yields the decompressed bytes while they stay within the limits; `head` receives the first of them. */
async function openLimited({ source, limits, onProgress }: ParseFileOptions, head: Uint8Array[]): Promise<Content> {
  const { maxDecompressedBytes, maxCompressionRatio } = limits
  let received = 0
  const content = await openContent(source, (count) => {
    received = count
    onProgress(count)
  })
  async function* limited(): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of content.bytes) {
      if (bytes < keptForSniffing) head.push(chunk)
      bytes += chunk.length
      if (bytes > maxDecompressedBytes) throw tooLarge(`is larger than ${maxDecompressedBytes} bytes when decompressed`)
      if (bytes > bytesBeforeRatio && bytes > received * maxCompressionRatio)
        throw tooLarge(`decompresses to more than ${maxCompressionRatio} times its size`)
      yield chunk
    }
  }
  return { bytes: limited(), sha256: content.sha256 }
}

const delimiters = Object.values(delimiterCharacters).map((character) => character.charCodeAt(0))

/** Blocks of about two million values: small enough for the memory, large enough for the store. */
function batchRowsFor(firstChunk: Uint8Array): number {
  const newline = firstChunk.indexOf(10)
  const line = firstChunk.subarray(0, newline < 0 ? firstChunk.length : newline)
  const columns = Math.max(
    ...delimiters.map((delimiter) => line.reduce((sum, byte) => sum + Number(byte === delimiter), 0)),
  )
  return Math.min(65_536, Math.max(16, Math.floor(cellsPerBlock / Math.max(1, columns))))
}

/** A file without a timestamp column may be of another supported kind. */
function recognise(problem: CsvProblem, head: Uint8Array): ParsedFile | undefined {
  if (
    problem.code !== 'NO_TIMESTAMP_COLUMN' &&
    problem.code !== 'TOO_FEW_COLUMNS' &&
    problem.code !== 'BAD_SERIES_NAME'
  )
    return undefined
  const text = new TextDecoder().decode(head.subarray(0, keptForSniffing))
  if (looksLikeIntervals(text)) {
    try {
      return { kind: 'intervals', intervals: parseIntervals(text) }
    } catch (error) {
      return refusalOf(error)
    }
  }
  return looksLikeLog(text) ? { kind: 'logs' } : undefined
}

function looksLikeIntervals(text: string): boolean {
  const line = firstLine(text)
  return /^"?start"?\s*[,;\t]\s*"?end"?$/i.test(line) || /^\d{9,16}\s*[,;\t]\s*\d{9,16}$/.test(line)
}

const logShapes: readonly RegExp[] = [
  /^[[<(]?\d{4}[-/.]\d{2}[-/.]\d{2}[ T]\d{2}:\d{2}/,
  /^[[<(]?\d{2}[-/]\d{2}[-/ ]\d{2,4}[ :T]?\d{2}:\d{2}/,
  /^(?:<\d+>\d? ?)?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b.*\d{1,2}:\d{2}/,
  /^\d{2}-\d{2} \d{2}:\d{2}:\d{2}/,
  /^\d{6} \d{6} \d+ /,
  /\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}/,
]

function looksLikeLog(text: string): boolean {
  const line = firstLine(text)
  if (logShapes.some((shape) => shape.test(line))) return true
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

type Refused = Extract<ParsedFile, { kind: 'refused' }>

class Refusal extends Error {
  readonly refused: Refused

  constructor(code: Refused['code'], reason: string) {
    super(reason)
    this.refused = { kind: 'refused', code, line: 0, column: 0, reason }
  }
}

function tooManyCells(limit: number): Refusal {
  return new Refusal('TOO_MANY_CELLS', `the file holds more than ${limit} values`)
}

function tooLarge(reason: string): Refusal {
  return new Refusal('DECOMPRESSED_TOO_LARGE', `the file ${reason}`)
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refusal) return error.refused
  if (error instanceof CsvProblem)
    return {
      ...{ kind: 'refused', code: error.code, line: error.line, column: error.column },
      ...{ reason: error.reason, values: error.values },
    }
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (!code.startsWith('Z_')) throw error
  const reason = code === 'Z_BUF_ERROR' ? 'the gzip file is cut off' : 'the gzip file is damaged'
  return { kind: 'refused', code: 'GZIP_DAMAGED', line: 0, column: 0, reason }
}
