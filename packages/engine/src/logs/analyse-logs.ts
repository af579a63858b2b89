import { createEventLog, type EventLog } from './findings/event-log.ts'
import type { LogEvent, LogFinding } from './findings/finding.ts'
import { createFindingList, type FindingList } from './findings/finding-list.ts'
import { createNoveltyDetector } from './findings/novelty.ts'
import { createPlaceDetectors } from './findings/place-detectors.ts'
import { createSequenceDetector } from './findings/sequence.ts'
import { chooseBucketMs, createTimeDetectors } from './findings/time-detectors.ts'
import { findLogLayout, type LogLayout } from './header/find-log-layout.ts'
import { readHeaderFacts } from './header/read-source.ts'
import { findTimeReader, type TimeReader } from './header/read-time.ts'
import { createLogParser, type LogParser } from './log-parser.ts'
import type { Forgotten, LogTemplate } from './templates/template-store.ts'

/**
 * `pvalue` as of metrics, 0.999: a finding has a tail probability of at most 1 - pvalue. `year` stands in for times without
 * one. `bucketMs` is chosen by the length of the log where it is left out.
 */
export type LogAnalysisOptions = {
  readonly pvalue?: number
  readonly year?: number
  readonly bucketMs?: number
  readonly maxTemplates?: number
  readonly maxFindings?: number
}

export type LogAnalysis = {
  readonly lines: number
  readonly layout: LogLayout
  readonly templates: readonly LogTemplate[]
  readonly forgotten: Forgotten
  /** The least probable first. */
  readonly findings: readonly LogFinding[]
  /** Findings beyond `maxFindings` that were left out. */
  readonly droppedFindings: number
  /** The records in their order, with the ids of `templates`. */
  readonly events: EventLog
  readonly bucketMs: number
}

const sampleLines = 2000
const nearBuckets = 2
const nearLines = 50

/**
 * Finds the templates of a log and what is odd in it: see LogFindingKind. `lines` is gone through twice, and must give the same
 * lines each time. Every event is judged only by those before it. Beside twenty bytes a record, memory is bounded by
 * `maxTemplates`. Without times, `hot` and `cold` are not looked for. Throws RangeError for options out of range.
 */
export function analyseLogs(lines: Iterable<string>, options: LogAnalysisOptions = {}): LogAnalysis {
  const { pvalue = 0.999, year = 2000, maxFindings = 1000, maxTemplates = 10_000 } = options
  if (!(maxFindings >= 1)) throw new RangeError('maxFindings must be at least 1')
  if (options.bucketMs !== undefined && !(options.bucketMs > 0)) throw new RangeError('bucketMs must be above 0')
  const sample = takeFirst(lines, sampleLines)
  const layout = findLogLayout(sample)
  const parser = createLogParser({ layout, maxTemplates })
  const { events, sources, count, firstTime, lastTime } = readEvents(
    lines,
    parser,
    layout,
    readerOf(sample, layout, year),
  )
  parser.settle()
  const templates = parser.templates()
  const bucketMs = options.bucketMs ?? chooseBucketMs(firstTime, lastTime)
  const isNear = (end: { time: number; line: number }, event: LogEvent): boolean =>
    Number.isNaN(event.time) ? event.line - end.line <= nearLines : event.time - end.time <= nearBuckets * bucketMs
  const list = createFindingList(pvalue, maxFindings, isNear)
  const settled = judgeEvents(events, sources, parser, list, bucketMs)
  judgeValues(lines, settled, parser, templates, list)
  const { findings, dropped } = list.close()
  return {
    ...{ lines: count, layout, templates, forgotten: parser.forgotten(), findings, droppedFindings: dropped },
    ...{ events: settled, bucketMs },
  }
}

function takeFirst(lines: Iterable<string>, most: number): string[] {
  const taken: string[] = []
  for (const line of lines) {
    if (taken.length >= most) break
    taken.push(line)
  }
  return taken
}

function readerOf(sample: readonly string[], layout: LogLayout, year: number): TimeReader | undefined {
  const parser = createLogParser({ layout })
  const headers = sample.flatMap((line) => {
    const { messageAt, isContinuation } = parser.push(line)
    return isContinuation || messageAt === 0 ? [] : [line.slice(0, messageAt)]
  })
  return findTimeReader(headers, year)
}

type Read = { events: EventLog; sources: string[]; count: number; firstTime: number; lastTime: number }

function readEvents(
  lines: Iterable<string>,
  parser: LogParser,
  layout: LogLayout,
  readTime: TimeReader | undefined,
): Read {
  const events = createEventLog()
  const sources = new Map<string, number>()
  const read: Read = { events, sources: [], count: 0, firstTime: Number.NaN, lastTime: Number.NaN }
  for (const line of lines) {
    read.count++
    const { templateId, messageAt, isContinuation } = parser.push(line)
    if (isContinuation) continue
    const time = readTime?.(line.slice(0, messageAt)) ?? Number.NaN
    const { source = '' } = readHeaderFacts(line, layout, messageAt)
    if (sources.size < maxSources && !sources.has(source)) sources.set(source, sources.size)
    events.push(templateId, read.count, time, sources.get(source) ?? 0)
    if (Number.isNaN(time)) continue
    if (Number.isNaN(read.firstTime)) read.firstTime = time
    read.lastTime = Number.isNaN(read.lastTime) ? time : Math.max(read.lastTime, time)
  }
  return { ...read, sources: [...sources.keys()] }
}

const maxSources = 5000

function judgeEvents(
  events: EventLog,
  sources: readonly string[],
  parser: LogParser,
  list: FindingList,
  bucketMs: number,
): EventLog {
  const settled = createEventLog()
  const novelty = createNoveltyDetector()
  const sequence = createSequenceDetector()
  const times = createTimeDetectors(bucketMs, list.add)
  let end = Number.NEGATIVE_INFINITY
  for (let i = 0; i < events.length; i++) {
    const templateId = parser.resolve(events.templateAt(i))
    const event = {
      templateId,
      line: events.lineAt(i),
      time: events.timeAt(i),
      source: sources[events.sourceAt(i)] ?? '',
    }
    settled.push(templateId, event.line, event.time, events.sourceAt(i))
    const novel = novelty.push(templateId)
    if (novel) list.add(novel.kind, event, { probability: novel.probability })
    const broken = sequence.push(event.source, templateId)
    if (broken && novel?.kind !== 'new') list.add('sequence', event, broken)
    times.push(event)
    if (event.time > end) end = event.time
  }
  times.close(end)
  return settled
}

function judgeValues(
  lines: Iterable<string>,
  events: EventLog,
  parser: LogParser,
  templates: readonly LogTemplate[],
  list: FindingList,
): void {
  const texts = new Map(templates.map(({ id, text }) => [id, text]))
  const places = createPlaceDetectors((id) => texts.get(id))
  let number = 0
  let i = 0
  for (const line of lines) {
    number++
    if (i >= events.length || events.lineAt(i) !== number) continue
    const event = { templateId: events.templateAt(i), line: number, time: events.timeAt(i), source: '' }
    const oddity = places.push(event, line.slice(parser.messageAt(line)))
    if (oddity) list.add('value', event, oddity)
    i++
  }
}
