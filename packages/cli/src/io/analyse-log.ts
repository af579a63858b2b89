import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createLogAnalyst, LOG_SAMPLE_LINES, type LogAnalysis, type LogAnalysisOptions } from '@omen/engine/logs'
import { readBytes } from './read-bytes.ts'
import { readLines, type TextLine } from './read-lines.ts'
import { isReadOnce } from './require-regular.ts'

/** A log that can be read from its beginning as often as needed. */
interface LogSource {
  lines(): AsyncGenerator<TextLine[]>
  /** Deletes the temporary copy of standard input. */
  close(): Promise<void>
}

/** Findings of a log, with the first line of each. */
export interface AnalysedLog extends LogAnalysis {
  /** Lines by their number, from 1. */
  examples: ReadonlyMap<number, string>
  /** Lines of which only the beginning was read. */
  cutLines: number
}

/** Reads a log three times: for its messages, for the numbers in them, and for the lines of its findings. */
export async function analyseLog(path: string, stdin: Readable, options: LogAnalysisOptions): Promise<AnalysedLog> {
  const source = await openLogSource(path, stdin)
  try {
    const analyst = createLogAnalyst(await readFirst(source, LOG_SAMPLE_LINES), options)
    let cutLines = 0
    for await (const lines of source.lines()) {
      for (const { text, isCut } of lines) {
        analyst.read(text)
        if (isCut) cutLines++
      }
    }
    for await (const lines of source.lines()) for (const { text } of lines) analyst.reread(text)
    const analysis = analyst.close()
    const numbers = new Set(analysis.findings.map(({ line }) => line))
    return { ...analysis, examples: await readExamples(source, numbers), cutLines }
  } finally {
    await source.close()
  }
}

/** A file is reopened each time; standard input, or an open pipe, is copied to a temporary file that only this user can read. */
async function openLogSource(path: string, stdin: Readable): Promise<LogSource> {
  if (!(await isReadOnce(path))) return { lines: () => readLines(path, stdin), close: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'omen-log-'))
  const kept = join(folder, 'stdin')
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    await pipeline(Readable.from(readBytes(path, stdin)), createWriteStream(kept, { mode: 0o600 }))
  } catch (error) {
    await close()
    throw error
  }
  return { lines: () => readLines(kept, stdin), close }
}

async function readFirst(source: LogSource, max: number): Promise<string[]> {
  const first: string[] = []
  for await (const lines of source.lines()) {
    for (const { text } of lines.slice(0, max - first.length)) first.push(text)
    if (first.length === max) break
  }
  return first
}

async function readExamples(source: LogSource, numbers: ReadonlySet<number>): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  if (numbers.size === 0) return found
  let number = 0
  for await (const lines of source.lines()) {
    for (const { text } of lines) if (numbers.has(++number)) found.set(number, text.slice(0, SHOWN))
    if (found.size === numbers.size) break
  }
  return found
}

/** Characters of a line that are kept. */
const SHOWN = 1000
