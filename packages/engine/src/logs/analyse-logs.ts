import { createEventLog, type EventLog } from './findings/event-log.ts'
import type { LogEvent, LogFinding, LogFindingKind } from './findings/finding.ts'
import { createFindingList } from './findings/finding-list.ts'
import { createNoveltyDetector } from './findings/novelty.ts'
import { createPlaceDetectors, type PlaceDetectors } from './findings/place-detectors.ts'
import { createSequenceDetector } from './findings/sequence.ts'
import { chooseBucketMs, createTimeDetectors } from './findings/time-detectors.ts'
import { findLogLayout, type LogLayout } from './header/find-log-layout.ts'
import { readHeaderFacts } from './header/read-source.ts'
import { findTimeReader, type TimeReader } from './header/read-time.ts'
import { createLogParser, type ParsedLine } from './log-parser.ts'
import { FORGOTTEN_TEMPLATE, type Forgotten, type LogTemplate } from './templates/template-store.ts'

/**
 * `pvalue` as of metrics, 0.999: a finding has a tail probability of at most 1 - pvalue. `maxByChance` leaves out findings of
 * which chance alone makes more in a log of this length (see LogFinding.byChance; no limit). `year` stands in for times without
 * one. `bucketMs` is chosen by the length of the log where it is left out.
 */
export type LogAnalysisOptions = {
  readonly pvalue?: number
  readonly maxByChance?: number
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
  /** How many events, counts, gaps or messages were evaluated for findings of each kind. */
  readonly evaluated: Readonly<Record<LogFindingKind, number>>
  /** The records in their order, with the ids of `templates`. */
  readonly events: EventLog
  readonly bucketMs: number
}

/** What a line that begins a record became. `time` is NaN where it has none. */
export type RereadRecord = { readonly templateId: number; readonly time: number; readonly messageAt: number }

/** Analyses a log that is read twice, line by line: `read` gets every line, then `reread` every line again, then `close`. */
export type LogAnalyst = {
  readonly layout: LogLayout
  read(line: string): void
  /** Of what was read so far; NaN where no record has a time. */
  firstTime(): number
  /** Undefined for a line that continues the record before it. Throws RangeError for more lines than were read. */
  reread(line: string): RereadRecord | undefined
  close(): LogAnalysis
}

/** So many lines tell how the lines of a log begin. */
export const LOG_SAMPLE_LINES = 2000
/** Findings of one kind so many buckets apart are one; so many lines, where there are no times. */
const NEAR_BUCKETS = 2
const NEAR_LINES = 50

/**
 * Finds the templates of a log and what is odd in it: see LogFindingKind. `lines` is gone through twice after its first 2,000
 * lines, and must give the same lines each time. Every event is evaluated only by those before it. Beside twenty bytes a record,
 * memory is bounded: by `maxTemplates`, 5,000 sources and `maxFindings`. Lines of forgotten templates are not evaluated. Without times,
 * `hot` and `cold` are not looked for. Throws RangeError for options out of range.
 */
export function analyseLogs(lines: Iterable<string>, options: LogAnalysisOptions = {}): LogAnalysis {
  const analyst = createLogAnalyst(takeFirst(lines, LOG_SAMPLE_LINES), options)
  for (const line of lines) analyst.read(line)
  for (const line of lines) analyst.reread(line)
  return analyst.close()
}

/** The same for lines that come one by one; `sample` are the first `LOG_SAMPLE_LINES` of them. */
export function createLogAnalyst(sample: readonly string[], options: LogAnalysisOptions = {}): LogAnalyst {
  const { pvalue = 0.999, maxByChance = Number.POSITIVE_INFINITY, year = 2000, maxFindings = 1000 } = options
  if (!(maxFindings >= 1)) throw new RangeError('maxFindings must be at least 1')
  if (!(maxByChance > 0)) throw new RangeError('maxByChance must be above 0')
  if (options.bucketMs !== undefined && !(options.bucketMs > 0)) throw new RangeError('bucketMs must be above 0')
  const layout = findLogLayout(sample)
  const parser = createLogParser({ layout, maxTemplates: options.maxTemplates ?? 10_000 })
  const reader = createRecordReader(layout, findLogTimes(sample, layout, year))
  let bucketMs = options.bucketMs ?? 0
  const list = createFindingList(pvalue, maxFindings, (end, event) =>
    Number.isNaN(event.time) ? event.line - end.line <= NEAR_LINES : event.time - end.time <= NEAR_BUCKETS * bucketMs,
  )
  let evaluation: Evaluation | undefined
  let reread = 0
  const settle = (): Evaluation => {
    const { events, sources, firstTime, lastTime } = reader
    parser.settle()
    events.settle((id) => parser.resolve(id))
    bucketMs ||= chooseBucketMs(firstTime(), lastTime())
    const templates = parser.templates()
    const texts = new Map(templates.map(({ id, text }) => [id, text]))
    const evaluated = evaluateEvents(events, sources(), list.add, bucketMs)
    return { templates, places: createPlaceDetectors((id) => texts.get(id)), evaluated, at: 0 }
  }
  return {
    layout,
    firstTime: () => reader.firstTime(),
    read: (line) => reader.take(line, parser.push(line)),
    reread(line) {
      evaluation ??= settle()
      if (++reread > reader.lines()) throw new RangeError('there are more lines than before')
      const { events } = reader
      if (evaluation.at >= events.length || events.lineAt(evaluation.at) !== reread) return undefined
      const event = eventAt(events, evaluation.at++, [])
      const messageAt = parser.messageAt(line)
      const anomaly = evaluation.places.push(event, line.slice(messageAt))
      if (anomaly) list.add('value', event, anomaly)
      return { templateId: event.templateId, time: event.time, messageAt }
    },
    close() {
      evaluation ??= settle()
      const { templates, places } = evaluation
      const evaluated = { ...evaluation.evaluated, value: places.evaluated() }
      const { findings, dropped } = list.close()
      const counted = findings.map((one) => ({ ...one, byChance: one.probability * evaluated[one.kind] }))
      return {
        lines: reader.lines(),
        layout,
        templates,
        forgotten: parser.forgotten(),
        evaluated,
        bucketMs,
        findings: counted.filter(({ byChance }) => byChance <= maxByChance),
        droppedFindings: dropped,
        events: reader.events,
      }
    },
  }
}

type Evaluation = {
  readonly templates: LogTemplate[]
  readonly places: PlaceDetectors
  readonly evaluated: EvaluatedCounts
  /** The next record to be read again. */
  at: number
}

type EvaluatedCounts = Omit<LogAnalysis['evaluated'], 'value'>

function takeFirst(lines: Iterable<string>, max: number): string[] {
  const taken: string[] = []
  for (const line of lines) {
    if (taken.length >= max) break
    taken.push(line)
  }
  return taken
}

const eventAt = (events: EventLog, i: number, sources: readonly string[]): LogEvent => ({
  templateId: events.templateAt(i),
  line: events.lineAt(i),
  time: events.timeAt(i),
  source: sources[events.sourceAt(i)] ?? '',
})

function evaluateEvents(
  events: EventLog,
  sources: readonly string[],
  report: (kind: LogFindingKind, event: LogEvent, anomaly: { probability: number }, last?: LogEvent) => void,
  bucketMs: number,
): EvaluatedCounts {
  const novelty = createNoveltyDetector()
  const sequence = createSequenceDetector()
  const times = createTimeDetectors(bucketMs, report)
  let end = Number.NEGATIVE_INFINITY
  for (let i = 0; i < events.length; i++) {
    const event = eventAt(events, i, sources)
    if (event.templateId === FORGOTTEN_TEMPLATE) continue
    const novel = novelty.push(event.templateId)
    if (novel) report(novel.kind, event, { probability: novel.probability })
    const broken = sequence.push(event.source, event.templateId)
    if (broken && novel?.kind !== 'new') report('sequence', event, broken)
    times.push(event)
    if (event.time > end) end = event.time
  }
  times.close(end)
  return { new: novelty.evaluated(), rare: novelty.evaluated(), sequence: sequence.evaluated(), ...times.evaluated() }
}

/** Sources that are distinguished. */
const MAX_SOURCES = 5000

/** How times are written in the headers of these lines; undefined where they have none that is known. */
function findLogTimes(sample: readonly string[], layout: LogLayout, year: number): TimeReader | undefined {
  const parser = createLogParser({ layout })
  const headers = sample.flatMap((line) => {
    const { messageAt, isContinuation } = parser.push(line)
    return isContinuation || messageAt === 0 ? [] : [line.slice(0, messageAt)]
  })
  return findTimeReader(headers, year)
}

/** The records of a log as detectors need them. */
type RecordReader = {
  take(line: string, parsed: ParsedLine): void
  readonly events: EventLog
  lines(): number
  sources(): string[]
  /** NaN where no record has a time. */
  firstTime(): number
  lastTime(): number
}

/** Keeps of every record its template, line, time and source, in twenty bytes; beyond 5,000 sources the first one stands for others. */
function createRecordReader(layout: LogLayout, readTime: TimeReader | undefined): RecordReader {
  const events = createEventLog()
  const sources = new Map<string, number>()
  let count = 0
  let first = Number.NaN
  let last = Number.NaN
  return {
    take(line, { templateId, messageAt, isContinuation }) {
      count++
      if (isContinuation) return
      const time = readTime?.(line.slice(0, messageAt)) ?? Number.NaN
      const { source = '' } = readHeaderFacts(line, layout, messageAt)
      if (sources.size < MAX_SOURCES && !sources.has(source)) sources.set(source, sources.size)
      events.push(templateId, count, time, sources.get(source) ?? 0)
      if (Number.isNaN(time)) return
      if (Number.isNaN(first)) first = time
      last = Number.isNaN(last) ? time : Math.max(last, time)
    },
    events,
    lines: () => count,
    sources: () => [...sources.keys()],
    firstTime: () => first,
    lastTime: () => last,
  }
}
