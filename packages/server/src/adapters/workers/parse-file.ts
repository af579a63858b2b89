import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { type CsvBatch, type CsvParser, CsvProblem, createCsvParser, parseIntervals } from '@omen/engine'
import type { ParsedFile, ParseLimits } from '../../ports/compute.ts'
import type { EncodedBlock } from '../../ports/point-store.ts'
import { encodePoints } from '../clickhouse/point-codec.ts'
import { createColumnStatistics } from './column-statistics.ts'
import { createTimeline } from './timeline.ts'

export interface ParseFileOptions {
  readonly path: string
  readonly limits: ParseLimits
  send(block: EncodedBlock): Promise<void>
  onProgress(bytes: number): void
}

const cellsPerBlock = 2_000_000
const keptForSniffing = 1_048_576
const maxRejectedListed = 100

/** Reads a file once, however large: bytes in, blocks for the point store out. */
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
  const timeline = createTimeline()
  const statistics = createColumnStatistics()
  const blocks: EncodedBlock[] = []
  let parser: CsvParser | undefined
  let bytes = 0
  let cells = 0
  const onBatch = (batch: CsvBatch): void => {
    cells += batch.rows * batch.columns.length
    if (cells > limits.maxCells) throw tooManyCells(limits.maxCells)
    timeline.add(batch.times)
    statistics.add(batch.columns)
    blocks.push(encodePoints(batch.times, batch.columns))
  }
  for await (const chunk of await openContent(options.path, options.onProgress)) {
    if (bytes < keptForSniffing) head.push(chunk)
    bytes += chunk.length
    if (bytes > limits.maxDecompressedBytes) throw tooLarge(limits.maxDecompressedBytes)
    parser ??= createCsvParser({ limits: { ...limits, maxRejectedListed }, batchRows: batchRowsFor(chunk), onBatch })
    parser.push(chunk)
    for (const block of blocks.splice(0)) await options.send(block)
  }
  parser ??= createCsvParser({ limits: { ...limits, maxRejectedListed }, batchRows: 1, onBatch })
  const report = parser.end()
  for (const block of blocks.splice(0)) await options.send(block)
  return { kind: 'metrics', report, ...timeline.summary(), statistics: statistics.summary() }
}

/** Gzip is told by its first two bytes, whatever the file is called. */
async function openContent(path: string, onProgress: (bytes: number) => void): Promise<AsyncIterable<Uint8Array>> {
  const isGzip = await startsWith(path, [0x1f, 0x8b])
  const source: Readable = createReadStream(path, { highWaterMark: 1_048_576 })
  let bytes = 0
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    onProgress(bytes)
  })
  if (!isGzip) return source
  const gunzip = createGunzip({ chunkSize: 262_144 })
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}

async function startsWith(path: string, bytes: readonly number[]): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
    return bytesRead === bytes.length && bytes.every((byte, index) => buffer[index] === byte)
  } finally {
    await file.close()
  }
}

/** Blocks of about two million values: small enough for the memory, large enough for the store. */
function batchRowsFor(firstChunk: Uint8Array): number {
  const newline = firstChunk.indexOf(10)
  const line = firstChunk.subarray(0, newline < 0 ? firstChunk.length : newline)
  const columns = line.reduce((sum, byte) => (byte === 44 ? sum + 1 : sum), 0)
  return Math.min(65_536, Math.max(16, Math.floor(cellsPerBlock / Math.max(1, columns))))
}

/** A file without a timestamp column may be something else that is known. */
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
  return /^"?start"?\s*,\s*"?end"?$/i.test(line) || /^\d{9,16}\s*,\s*\d{9,16}$/.test(line)
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

function tooLarge(limit: number): Refusal {
  return new Refusal('DECOMPRESSED_TOO_LARGE', `the file is larger than ${limit} bytes when it is decompressed`)
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refusal) return error.refused
  if (error instanceof CsvProblem)
    return { kind: 'refused', code: error.code, line: error.line, column: error.column, reason: error.reason }
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (!code.startsWith('Z_')) throw error
  const reason = code === 'Z_BUF_ERROR' ? 'the gzip file is cut off' : 'the gzip file is damaged'
  return { kind: 'refused', code: 'GZIP_DAMAGED', line: 0, column: 0, reason }
}
