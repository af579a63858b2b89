import { resolveKeys } from '../../logs/findings/resolve-keys.ts'
import { createLogParser, restoreLogParser } from '../../logs/log-parser.ts'
import { shortenTemplate } from '../../logs/shorten.ts'
import { FORGOTTEN_TEMPLATE } from '../../logs/templates/template-store.ts'
import type { SeriesKey } from '../../series/frame.ts'
import { addCount, type CountedRows, createLineCounts, type RowCounts } from './line-counts.ts'
import { createLineDetectors } from './line-detectors.ts'
import type { LiveLogFinding, LiveLogLines, LiveLogState, LiveTemplate, TemplateFacts } from './live-log.ts'
import { createLogStreams } from './log-streams.ts'
import type { LogFindingRound } from './open-findings.ts'
import { createTemplateCounter, type TemplateCounts } from './template-counts.ts'
import { ERROR_SEVERITY, joinFacts, newFacts } from './template-facts.ts'

/**
 * What rows of lines brought. `added` are the series that rows have from these on, `ended` the places of series that have no values any more;
 * `columns` tells of all series how many lines each row has, NaN before a series began and after it ended; `lines` counts all lines of the rows.
 */
export type LiveLogRows = LogFindingRound & CountedRows & { lines: TemplateCounts }

/** Finds the templates of lines as they come, counts them, and finds what is odd in them: see LogFindingKind. */
export type LiveLogs = {
  /** Takes the lines of rows that are not closed, in the order of their times. */
  push(lines: LiveLogLines): void
  /** Ends rows, by the times of their beginnings, ascending; what was pushed is counted in them. */
  closeRows(times: ArrayLike<number>): LiveLogRows
  /** Ends rows as `closeRows`, and only counts their lines: as template 0 those of templates that the state did not have. */
  countRows(times: ArrayLike<number>): TemplateCounts
  /** Templates that had lines since the last call, and ids that are no more, with what they have become (0 where forgotten); all templates the first time. */
  takeTemplates(): { isAll: boolean; changed: LiveTemplate[]; gone: { id: number; now: number }[] }
  /** Templates of which every line is a finding, in place of those named before. */
  watch(critical: Iterable<number>): void
  readonly series: SeriesKey[]
  /** Findings that may go on. */
  findings(): LiveLogFinding[]
  /** To be called when all rows that had lines are closed. */
  save(): LiveLogState
}

const VERSION = 2
/** Without what sequences, numbers and silences are evaluated by, which is learned anew. */
const VERSION_BEFORE = 1
/** Templates of a project. */
const MAX_TEMPLATES = 2000
/** Lines of a row that are held before they are parsed together. */
const MAX_PENDING = 4096

type Line = { time: number; severity: number; instance: string; service: string; line: string }
type Row = RowCounts & { index: number }

/**
 * Lines are parsed row by row, and evaluated by the rules of log files (see `createLineDetectors`). At most 2,000 templates are held; 200 of them, and
 * 300 instances, are counted as series. The same lines give the same, however they are pushed, also across a saved state. Throws RangeError for a state
 * of a version that is not known or of another step.
 */
export function createLiveLogs({ stepMs }: { stepMs: number }, state?: LiveLogState): LiveLogs {
  if (!(stepMs > 0)) throw new RangeError('the interval must be above 0')
  const isKnown = state === undefined || state.version === VERSION || state.version === VERSION_BEFORE
  if (!isKnown || (state !== undefined && state.stepMs !== stepMs))
    throw new RangeError('the log lines were analysed by another version or with another interval')
  const parser = state === undefined ? createLogParser({ maxTemplates: MAX_TEMPLATES }) : restoreLogParser(state.parser)
  const streams = createLogStreams(state?.streams)
  const facts = new Map<number, TemplateFacts>(state?.templates.map(([id, one]) => [id, { ...one }]))
  let texts: ReadonlyMap<number, string> | undefined
  /** All at once: the text of one takes as long. */
  const textOf = (id: number): string | undefined => {
    texts ??= new Map(parser.templates().map(({ id: of, text }) => [of, text]))
    return texts.get(id)
  }
  const counts = createLineCounts(facts, textOf, state?.series)
  const detectors = createLineDetectors(stepMs, facts, textOf, state)
  const restored = new Set(facts.keys())
  let highest = Math.max(0, ...facts.keys())
  let pending: Line[] = []
  let row: Row | undefined
  let changed: Set<number> | undefined
  const gone = new Set<number>()
  const counter = createTemplateCounter(stepMs)

  /** Moves what is known of ids to what they have become. */
  const settle = (): void => {
    parser.settle()
    texts = undefined
    for (const [id, one] of [...facts]) {
      const now = parser.resolve(id)
      if (now === id) continue
      facts.delete(id)
      gone.add(id)
      const other = facts.get(now)
      const isCountedOn = now !== FORGOTTEN_TEMPLATE && other?.series === undefined
      if (one.series !== undefined && !isCountedOn) counts.endSeries(one.series)
      if (now === FORGOTTEN_TEMPLATE) continue
      facts.set(now, other === undefined ? one : joinFacts(other, one))
      changed?.add(now)
    }
    detectors.resolve(parser.resolve)
    if (row) row.templates = resolveKeys(row.templates, parser.resolve, (a, b) => a + b)
  }
  const takeLine = (id: number, messageAt: number, one: Line, { index, lines, errors, templates }: Row): void => {
    const { time, severity, instance, service, line } = one
    addCount(lines, instance, 1)
    counter.add(index, { templateId: id, severity, instance, service })
    if (id === FORGOTTEN_TEMPLATE) {
      if (severity >= ERROR_SEVERITY) addCount(errors, instance, 1)
      return
    }
    const known = facts.get(id)
    const about = known ?? newFacts(line, severity, time)
    if (known === undefined) facts.set(id, about)
    about.count++
    about.lastAt = Math.max(about.lastAt, time)
    changed?.add(id)
    if (severity >= ERROR_SEVERITY || (severity === 0 && about.isError)) addCount(errors, instance, 1)
    addCount(templates, id, 1)
    detectors.take({ ...one, templateId: id, message: messageAt === 0 ? line : line.slice(messageAt) })
  }
  const takePending = (current: Row): void => {
    const taken = pending
    pending = []
    streams.learn(taken)
    let newest = highest
    const parsed = taken.map(({ service, line }) => {
      const messageAt = streams.messageAt(service, line)
      if (messageAt < 0) return { id: FORGOTTEN_TEMPLATE, messageAt: 0 }
      const { templateId } = parser.push(messageAt === 0 ? line : line.slice(messageAt))
      newest = Math.max(newest, templateId)
      return { id: templateId, messageAt }
    })
    if (newest > highest) settle()
    highest = newest
    taken.forEach((one, at) => {
      const { id, messageAt } = parsed[at]!
      takeLine(id === FORGOTTEN_TEMPLATE ? id : parser.resolve(id), messageAt, one, current)
    })
  }
  const endRow = (current: Row): void => {
    takePending(current)
    detectors.endRow(current.index * stepMs)
    counts.endRow(current.index, current)
    row = undefined
  }
  const rowAt = (index: number): Row => {
    if (row?.index === index) return row
    if (row !== undefined) endRow(row)
    detectors.startRow(index * stepMs)
    return { index, lines: new Map(), errors: new Map(), templates: new Map() }
  }
  const endRows = (times: ArrayLike<number>): number[] => {
    const indices = Array.from(times, (time) => Math.floor(time / stepMs))
    for (const index of indices) {
      if (row !== undefined && row.index <= index) endRow(row)
      detectors.pass(index * stepMs)
    }
    return indices
  }
  return {
    push({ times, severities, instances, services, lines }) {
      lines.forEach((line, at) => {
        const time = times[at]!
        row = rowAt(Math.floor(time / stepMs))
        pending.push({ time, severity: severities[at]!, instance: instances[at]!, service: services[at]!, line })
        if (pending.length >= MAX_PENDING) takePending(row)
      })
    },
    closeRows(times) {
      const indices = endRows(times)
      const lines = counter.close(indices, parser.resolve)
      return { ...detectors.close(times[times.length - 1] ?? Number.NaN), ...counts.close(indices), lines }
    },
    countRows(times) {
      const indices = endRows(times)
      detectors.close(Number.NaN)
      counts.close(indices)
      return counter.close(indices, (id) => {
        const now = parser.resolve(id)
        return restored.has(now) ? now : FORGOTTEN_TEMPLATE
      })
    },
    takeTemplates() {
      const isAll = changed === undefined
      const templates = [...(changed ?? facts.keys())].flatMap((id): LiveTemplate[] => {
        const known = facts.get(id)
        if (known === undefined) return []
        const { series: _, ...one } = known
        return [{ id, text: shortenTemplate(textOf(id) ?? one.example), ...one }]
      })
      const removed = [...gone].filter((id) => !facts.has(id)).map((id) => ({ id, now: parser.resolve(id) }))
      changed = new Set()
      gone.clear()
      return { isAll, changed: templates, gone: removed }
    },
    watch: detectors.watch,
    get series() {
      return counts.series()
    },
    findings: () => detectors.standing(),
    save: () => ({
      version: VERSION,
      stepMs,
      parser: parser.save(),
      streams: streams.state(),
      templates: [...facts],
      series: counts.state(),
      ...detectors.state(),
    }),
  }
}
