import type { LogSentence } from '../../detect/sentence.ts'
import { type Anomaly, toVal } from '../../logs/findings/finding.ts'
import type { LiveLogFinding, LiveLogFindingKind, LogDetail, OpenLogFinding } from './live-log.ts'
import { shorten } from './shorten.ts'

/** Findings that are new or have changed, each once. */
export type LogFindingRound = { changed: LiveLogFinding[] }

type Seen = {
  templateId: number
  text: () => string
  isError: boolean
  time: number
  /** The same where it is left out. */
  end?: number
  instance: string
  line: string
  /** Lines it stands for; 1 where it is left out. */
  count?: number
}

export type OpenFindings = {
  /** `chance` is how often a day chance alone makes as much. */
  add(kind: LiveLogFindingKind, seen: Seen, anomaly: Anomaly & { chance: number }): void
  /** What changed since the last call; findings that nothing was added to for long end. */
  close(now: number): LogFindingRound
  standing(): LiveLogFinding[]
  state(): [string, OpenLogFinding][]
}

/** As of log files. */
const PVALUE = 0.999
const MOST_BY_CHANCE = 5
const NEAR_BUCKETS = 2
/** A flood of new templates opens so many findings between two calls of `close`. */
const MOST_NEW = 20
const MOST_EXAMPLE = 1000
const MOST_TEMPLATE = 500
const LEAST_PROBABILITY = 1e-100

/** Joins anomalies of one kind and template that follow each other; a rare line of a new template continues the finding of that template. */
export function createOpenFindings(
  { stepMs, bucketMs }: { stepMs: number; bucketMs: number },
  saved: Iterable<[string, OpenLogFinding]> = [],
): OpenFindings {
  const open = new Map<string, OpenLogFinding>(saved)
  const changed = new Set<string>()
  let replaced: OpenLogFinding[] = []
  let begun = 0
  const isNear = ({ log }: OpenLogFinding, time: number): boolean => time - log.end <= NEAR_BUCKETS * bucketMs

  const begin = (kind: LiveLogFindingKind, seen: Seen, { probability, observed, usual }: Anomaly): LogDetail => ({
    ...{ start: seen.time, end: seen.time, rows: 0, val: toVal(probability, PVALUE), probability },
    ...{ templateId: seen.templateId, example: shorten(seen.line, MOST_EXAMPLE) },
    sentence: {
      ...{
        kind: 'log',
        finding: kind,
        template: shorten(seen.text(), MOST_TEMPLATE),
        instance: seen.instance,
        isError: seen.isError,
      },
      ...{ lines: 0, bucketMs, durationMs: stepMs },
      ...(kind === 'hot' && observed !== undefined && usual !== undefined && { observed, usual }),
    } satisfies LogSentence,
  })
  const extend = (one: OpenLogFinding, seen: Seen, { probability, observed, usual }: Anomaly): OpenLogFinding => {
    const { log } = one
    const isWorse = probability < log.probability
    const { sentence } = log
    const end = Math.max(log.end, seen.end ?? seen.time)
    const lines = sentence.lines + (seen.count ?? 1)
    // The count of the largest bucket: of two that are as improbable as can be said, too
    const isLarger = observed !== undefined && usual !== undefined && observed > (sentence.observed ?? 0)
    return {
      ...one,
      log: {
        ...log,
        ...{ end, rows: lines },
        ...(isWorse && { probability, val: toVal(probability, PVALUE) }),
        sentence: {
          ...sentence,
          ...(sentence.finding === 'hot' && isLarger && { observed, usual }),
          instance: sentence.instance === seen.instance ? seen.instance : '',
          lines,
          durationMs: end - log.start + stepMs,
        },
      },
    }
  }
  return {
    add(kind, seen, found) {
      const anomaly = { ...found, probability: Math.max(found.probability, LEAST_PROBABILITY) }
      const fresh = open.get(`new ${seen.templateId}`)
      const isGoingOn = kind === 'rare' && fresh !== undefined && isNear(fresh, seen.time)
      const isTelling = anomaly.probability <= 1 - PVALUE && found.chance <= MOST_BY_CHANCE
      if (!isTelling && !isGoingOn) return
      const name = `${isGoingOn ? 'new' : kind} ${seen.templateId}`
      const last = open.get(name)
      if (last !== undefined && isNear(last, seen.time)) open.set(name, extend(last, seen, anomaly))
      else {
        if (begun >= MOST_NEW) return
        begun++
        if (last !== undefined) replaced.push(last)
        const key = `log|${kind}|${seen.templateId}|${seen.time}`
        open.set(name, extend({ key, log: begin(kind, seen, anomaly) }, seen, anomaly))
      }
      changed.add(name)
    },
    close(now) {
      begun = 0
      const told: LiveLogFinding[] = replaced.map((one) => ({ ...one, state: 'over', type: 'log' }))
      replaced = []
      for (const [name, one] of open) {
        const isOver = !isNear(one, now)
        if (isOver) open.delete(name)
        if (isOver || changed.has(name)) told.push({ ...one, state: isOver ? 'over' : 'open', type: 'log' })
      }
      changed.clear()
      return { changed: told }
    },
    standing: () => [...open.values()].map((one) => ({ ...one, state: 'open', type: 'log' })),
    state: () => [...open],
  }
}
