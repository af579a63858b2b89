import { hasErrorWords } from '@omen/engine/live'
import {
  createLogAnalyst,
  findEncoding,
  LOG_SAMPLE_LINES,
  type LogAnalysis,
  type LogAnalyst,
  shortenTemplate,
  type TextEncoding,
} from '@omen/engine/logs'
import type { LogFileSummary, ReadLog, ReadLogLimits, ReadTemplate } from '../../ports/compute.ts'
import type { FileSource } from '../../ports/file-store.ts'
import type { EncodedBlock } from '../../ports/point-store.ts'
import { createBlankLines } from './blank-lines.ts'
import { createFileLines } from './file-lines.ts'
import { areObjects, factsOfHeader, type ReadLine, readObjectLine } from './log-records.ts'
import { KEPT_FOR_SNIFFING, openLimited, Refusal, refusedContent } from './open-limited.ts'
import { findLineEnd, type LineEnd, readTextLines, type TextLine } from './read-text-lines.ts'

export interface ReadLogOptions {
  readonly source: FileSource
  readonly limits: ReadLogLimits
  /** Times without a year are of the year before this. */
  readonly now: number
  send(block: EncodedBlock): Promise<void>
  /** Bytes of the stored file that were read, twice as many as it has in the end. */
  onProgress(bytes: number): void
}

const PVALUE = 0.999
const MAX_BY_CHANCE = 5
const MAX_FINDINGS = 2000
const MAX_TEMPLATES = 10_000
const MAX_EXAMPLE = 1000
const BUCKETS = 500
const ERROR_SEVERITY = 17
const DAY_MS = 86_400_000
/** The months that the point store can partition by. */
const LAST_TIME = Date.UTC(2300, 0, 1)
/** Of the first bytes of a text none are NUL; a few may be damage. */
const MAX_NUL_SHARE = 0.01

/** Reads a log of any size twice: once for its templates, once more to store its records with them. */
export async function readLogFile(options: ReadLogOptions): Promise<ReadLog> {
  try {
    return await read(options)
  } catch (error) {
    return refusedContent(error)
  }
}

async function read(options: ReadLogOptions): Promise<ReadLog> {
  const { encoding, sample, lineEnd } = await readHead(options)
  const toLine = areObjects(sample) ? readObjectLine : (line: string): ReadLine => ({ analysed: line, stored: line })
  const first = sample.filter((line) => line.trim() !== '').map((line) => toLine(line).analysed)
  const year = findYear(first, options.now)
  const analyst = createLogAnalyst(first, {
    pvalue: PVALUE,
    maxByChance: MAX_BY_CHANCE,
    year,
    maxFindings: MAX_FINDINGS,
    maxTemplates: MAX_TEMPLATES,
  })
  const blanks = createBlankLines()
  const counted = { lines: 0, cutLines: 0, badLines: 0 }
  let offset = 0
  let bytes = 0
  const linesOf = async function* (): AsyncGenerator<TextLine[]> {
    const onProgress = (received: number): void => {
      bytes = received
      options.onProgress(offset + received)
    }
    const content = await openLimited({ ...options, onProgress }, [])
    yield* readTextLines(content.bytes, encoding, lineEnd)
    offset += bytes
  }
  for await (const lines of linesOf())
    for (const { text, isCut } of lines) {
      counted.lines++
      if (isCut) counted.cutLines++
      if (text.includes('\ufffd')) counted.badLines++
      if (text.trim() === '') blanks.skip()
      else {
        blanks.take()
        analyst.read(toLine(text).analysed)
      }
    }
  const stored = await storeRecords(options, linesOf(), { analyst, toLine })
  const analysis = analyst.close()
  return summarise(analysis, { ...counted, ...stored, encoding, numberOf: blanks.numberOf })
}

/** The present one, or the one before where that would begin the log in the future. */
function findYear(sample: readonly string[], now: number): number {
  const year = new Date(now).getUTCFullYear()
  const probe = createLogAnalyst(sample, { year })
  for (const line of sample) probe.read(line)
  return probe.firstTime() > now + DAY_MS ? year - 1 : year
}

interface Head {
  readonly encoding: TextEncoding
  readonly lineEnd: LineEnd
  readonly sample: string[]
}

async function readHead(options: ReadLogOptions): Promise<Head> {
  const head: Uint8Array[] = []
  const { bytes } = await openLimited({ ...options, onProgress: () => {} }, head)
  let received = 0
  const read: Uint8Array[] = []
  for await (const chunk of bytes) {
    read.push(chunk)
    received += chunk.length
    if (received >= KEPT_FOR_SNIFFING) break
  }
  const first = Buffer.concat(read).subarray(0, KEPT_FOR_SNIFFING)
  const encoding = findEncoding(first)
  if (encoding === 'utf-8' || encoding === 'gb18030') requireText(first)
  const sample: string[] = []
  const whole = async function* () {
    yield first as Uint8Array
  }
  const lineEnd = findLineEnd(first, encoding)
  // The head may be a million empty lines
  for await (const lines of readTextLines(whole(), encoding, lineEnd)) for (const { text } of lines) sample.push(text)
  // The last one may be cut off by the end of what was read
  if (received >= KEPT_FOR_SNIFFING && sample.length > 1) sample.pop()
  return { encoding, lineEnd, sample: sample.slice(0, LOG_SAMPLE_LINES) }
}

function requireText(head: Uint8Array): void {
  const nul = head.reduce((sum, byte) => sum + (byte === 0 ? 1 : 0), 0)
  if (nul > MAX_NUL_SHARE * head.length) throw new Refusal('NUL_BYTE', 'the file is not a text file: it has NUL bytes')
}

interface Stored {
  readonly records: number
  readonly hasTimes: boolean
  readonly from: number
  readonly to: number
  readonly facts: ReadonlyMap<number, TemplateFacts>
}

type TemplateFacts = { -readonly [Key in keyof Omit<ReadTemplate, 'id' | 'text'>]: ReadTemplate[Key] }

async function storeRecords(
  { send }: ReadLogOptions,
  text: AsyncIterable<TextLine[]>,
  { analyst, toLine }: { analyst: LogAnalyst; toLine(line: string): ReadLine },
): Promise<Stored> {
  const batch = createFileLines()
  const facts = new Map<number, TemplateFacts>()
  let number = 0
  let records = 0
  /** Of the record before; lines before the first time get that of the first one. */
  let time = analyst.firstTime()
  const hasTimes = isStorable(time)
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for await (const lines of text) {
    for (const { text: line } of lines) {
      number++
      if (line.trim() === '') continue
      const read = toLine(line)
      const record = analyst.reread(read.analysed)
      if (record === undefined) {
        batch.continue(read.stored)
        continue
      }
      if (isStorable(record.time)) time = Math.floor(record.time)
      const at = hasTimes ? time : number
      const about = read.facts ?? factsOfHeader(line, analyst.layout, record.messageAt)
      batch.add({ time: at, number, template: record.templateId, line: read.stored, ...about })
      noteFacts(facts, record.templateId, { at, line: read.stored, severity: about.severity })
      from = Math.min(from, at)
      to = Math.max(to, at)
      records++
    }
    if (batch.isFull()) await send(batch.take())
  }
  while (!batch.isEmpty()) await send(batch.take())
  return { records, hasTimes, from, to, facts }
}

function isStorable(time: number): boolean {
  return time >= 0 && time < LAST_TIME
}

function noteFacts(
  facts: Map<number, TemplateFacts>,
  id: number,
  { at, line, severity }: { at: number; line: string; severity: number },
): void {
  const known = facts.get(id)
  if (known === undefined) {
    const isError = severity >= ERROR_SEVERITY || (severity === 0 && hasErrorWords(line))
    facts.set(id, { count: 1, firstAt: at, lastAt: at, example: line.slice(0, MAX_EXAMPLE), isError })
    return
  }
  known.count++
  known.firstAt = Math.min(known.firstAt, at)
  known.lastAt = Math.max(known.lastAt, at)
  known.isError ||= severity >= ERROR_SEVERITY
}

function summarise(
  { templates, findings, droppedFindings, forgotten, bucketMs }: LogAnalysis,
  about: Stored & {
    readonly lines: number
    readonly cutLines: number
    readonly badLines: number
    readonly encoding: TextEncoding
    numberOf(pushed: number): number
  },
): ReadLog {
  const { facts, records, hasTimes, from, to, numberOf, ...counted } = about
  if (records === 0) return new Refusal('EMPTY_FILE', 'the file has no line').refused
  const summary: LogFileSummary = {
    records,
    hasTimes,
    from,
    to,
    ...counted,
    bucketMs: hasTimes ? Math.max(1, Math.round(bucketMs)) : Math.max(1, Math.ceil((to - from + 1) / BUCKETS)),
    forgottenTemplates: forgotten.templates,
    droppedFindings,
  }
  return {
    kind: 'log',
    summary,
    templates: templates.flatMap(({ id, text }): ReadTemplate[] => {
      const known = facts.get(id)
      return known === undefined ? [] : [{ id, text: shortenTemplate(text), ...known }]
    }),
    findings: findings.map((one) => ({ ...one, line: numberOf(one.line) })),
  }
}
