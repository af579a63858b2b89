import type { LogSentence } from '../../detect/sentence.ts'
import { type Anomaly, furthest, severityOfLog } from '../../logs/findings/finding.ts'
import { shorten } from '../../logs/shorten.ts'
import { WORST } from '../../severity/severity.ts'
import type { LiveLogFinding, LiveLogFindingKind, LogDetail, OpenLogFinding } from './live-log.ts'

/** Findings that are new or have changed, each once. */
export type LogFindingRound = { changed: LiveLogFinding[] }

type Seen = {
  templateId: number
  /** What findings of one kind are joined by: the template, or what logged lines out of order. */
  subject: string
  text: () => string
  isError: boolean
  time: number
  /** The same where it is left out. */
  end?: number
  /** Of `cold` the last line, from which on it is missing. */
  since?: number
  instance: string
  line: string
  /** Lines it stands for, of `cold` all that were missed so far; 1 where it is left out. */
  count?: number
}

export type OpenFindings = {
  /** `chance` is how often a day chance alone makes as much. */
  add(kind: LiveLogFindingKind, seen: Seen, anomaly: Anomaly & { chance: number }): void
  /** Findings of a row follow, of which so many may open. */
  startRow(): void
  /** Ends the finding on a subject. */
  end(kind: LiveLogFindingKind, subject: string): void
  /** Ends findings of a kind on other subjects. */
  keepOnly(kind: LiveLogFindingKind, subjects: ReadonlySet<string>): void
  /** What changed since the last call; findings that nothing was added to for long end. */
  close(now: number): LogFindingRound
  standing(): LiveLogFinding[]
  state(): [string, OpenLogFinding][]
}

/** As of log files. */
const PVALUE = 0.999
/** Of kinds that are one line among very many: each finding opens an incident. */
const MAX_PROBABLE: Readonly<Partial<Record<LiveLogFindingKind, number>>> = { sequence: 1e-4, value: 1e-4 }
/** Findings of a kind that chance alone makes, above which none is reported. */
const MAX_BY_CHANCE = 5
/** Findings of one template within so many buckets are one. */
const NEAR_BUCKETS = 2
/** A flood of new templates opens so many findings in a row. */
const MAX_NEW_TEMPLATES = 20
/** Characters of what logs lines, in a key. */
const MAX_SUBJECT = 200
const MAX_EXAMPLE = 1000
const MAX_TEMPLATE = 500
/** As small as a probability is reported. */
const MIN_PROBABILITY = 1e-100

/**
 * Joins anomalies of one kind and subject that follow each other; a rare line of a new template continues the finding of that template. One of `cold`
 * goes on until it is ended.
 */
export function createOpenFindings(
  { stepMs, bucketMs }: { stepMs: number; bucketMs: number },
  saved: Iterable<[string, OpenLogFinding]> = [],
): OpenFindings {
  const open = new Map<string, OpenLogFinding>(saved)
  const changed = new Set<string>()
  let replaced: OpenLogFinding[] = []
  let begun = 0
  const isNear = ({ log }: OpenLogFinding, time: number): boolean =>
    log.sentence.finding === 'cold' || time - log.end <= NEAR_BUCKETS * bucketMs

  const begin = (kind: LiveLogFindingKind, seen: Seen, { probability, observed, usual }: Anomaly): LogDetail => ({
    start: seen.time,
    end: seen.time,
    rows: 0,
    val: 0,
    probability,
    templateId: seen.templateId,
    example: shorten(seen.line, MAX_EXAMPLE),
    sentence: {
      kind: 'log',
      finding: kind,
      template: shorten(seen.text(), MAX_TEMPLATE),
      instance: seen.instance,
      isError: seen.isError,
      lines: 0,
      bucketMs,
      durationMs: stepMs,
      ...(observed !== undefined && usual !== undefined && { observed, usual }),
    } satisfies LogSentence,
  })
  const extend = (one: OpenLogFinding, seen: Seen, anomaly: Anomaly): OpenLogFinding => {
    const { log } = one
    const { observed, usual } = anomaly
    const isWorse = anomaly.probability < log.probability
    const probability = Math.min(anomaly.probability, log.probability)
    const departure = furthest(one.departure ?? {}, anomaly)
    const { sentence } = log
    const end = Math.max(log.end, seen.end ?? seen.time)
    const lines = (sentence.finding === 'cold' ? 0 : sentence.lines) + (seen.count ?? 1)
    const durationMs = end - (seen.since ?? log.start) + stepMs
    const times = sentence.finding === 'hot' ? Math.max(1, durationMs / bucketMs) : lines
    const val = sentence.finding === 'critical' ? WORST : severityOfLog({ probability, ...departure }, times, PVALUE)
    // The count of the largest bucket: of two that are as improbable as can be said, too
    const isTold =
      sentence.finding === 'value' ? isWorse : observed !== undefined && observed > (sentence.observed ?? 0)
    return {
      ...one,
      departure,
      log: {
        ...log,
        end,
        rows: lines,
        probability,
        val,
        sentence: {
          ...sentence,
          ...(isTold && observed !== undefined && usual !== undefined && { observed, usual }),
          instance: sentence.instance === seen.instance ? seen.instance : '',
          lines,
          durationMs,
        },
      },
    }
  }
  const end = (name: string): void => {
    const last = open.get(name)
    if (last === undefined) return
    replaced.push(last)
    open.delete(name)
    changed.delete(name)
  }
  return {
    add(kind, seen, found) {
      const anomaly = { ...found, probability: Math.max(found.probability, MIN_PROBABILITY) }
      const fresh = open.get(nameOf('new', seen.subject))
      const isOfNew = kind === 'rare' && fresh !== undefined && isNear(fresh, seen.time)
      const isGoingOn = isOfNew || (kind === 'cold' && open.has(nameOf(kind, seen.subject)))
      const isTelling = anomaly.probability <= (MAX_PROBABLE[kind] ?? 1 - PVALUE) && found.chance <= MAX_BY_CHANCE
      if (!isTelling && !isGoingOn) return
      const name = nameOf(isOfNew ? 'new' : kind, seen.subject)
      const last = open.get(name)
      if (last !== undefined && isNear(last, seen.time)) open.set(name, extend(last, seen, anomaly))
      else {
        if (begun >= MAX_NEW_TEMPLATES) return
        begun++
        if (last !== undefined) replaced.push(last)
        const key = `log|${kind}|${shorten(seen.subject, MAX_SUBJECT)}|${seen.time}`
        open.set(name, extend({ key, log: begin(kind, seen, anomaly) }, seen, anomaly))
      }
      changed.add(name)
    },
    startRow() {
      begun = 0
    },
    end: (kind, subject) => end(nameOf(kind, subject)),
    keepOnly(kind, subjects) {
      for (const [name, { log }] of open)
        if (log.sentence.finding === kind && !subjects.has(name.slice(nameOf(kind, '').length))) end(name)
    },
    close(now) {
      const reported: LiveLogFinding[] = replaced.map(({ key, log }) => ({ key, log, state: 'over', type: 'log' }))
      replaced = []
      for (const [name, one] of open) {
        const { key, log } = one
        const isOver = !isNear(one, now)
        if (isOver) open.delete(name)
        if (isOver || changed.has(name)) reported.push({ key, log, state: isOver ? 'over' : 'open', type: 'log' })
      }
      changed.clear()
      return { changed: reported }
    },
    standing: () => [...open.values()].map(({ key, log }) => ({ key, log, state: 'open', type: 'log' })),
    state: () => [...open],
  }
}

function nameOf(kind: LiveLogFindingKind, subject: string): string {
  return `${kind} ${subject}`
}
