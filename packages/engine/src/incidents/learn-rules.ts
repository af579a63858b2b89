import { binomialTail } from '../stats/binomial-tail.ts'
import {
  MAX_RULES,
  MIN_LEAD_MS,
  type Outcome,
  type Precursor,
  type PredictionRule,
  probabilityOf,
  ruleId,
  summariseLeads,
} from './prediction.ts'

/** What happened in an interval of time, in any order. */
export type PredictionHistory = {
  /** The time that the history covers, in epoch ms. */
  from: number
  to: number
  precursors: readonly Precursor[]
  incidents: readonly Outcome[]
}

const MINUTE = 60_000
/** How long before an incident something may announce it. */
const WINDOWS_MS = [15 * MINUTE, 60 * MINUTE, 4 * 60 * MINUTE, 24 * 60 * MINUTE]
/** Times that an incident has followed, at least, for a rule. */
const MIN_HITS = 3
/** How often a rule has to be right, at least. */
const MIN_PROBABILITY = 0.5
/** How likely one rule or more out of all that were tried may be mere chance. */
const FALSE_RULES = 0.05
/** Rules kept for one outcome. */
const RULES_AN_OUTCOME = 10
/** Precursors, and outcomes, that are considered, the most frequent first. */
const MAX_NAMES = 2_000
const MAX_OUTCOMES = 200
/**
 * A rule that names what will happen exactly is preferred to one that names its kind, even if right a little less
 * often.
 */
const EXACT_IS_WORTH = 0.9

/** How often an announcement came true or did not, and by how many ms it came before. */
export type Followed = { hits: number; misses: number; leads: number[] }

/**
 * Learns what announces incidents: pairs of a precursor and an outcome (an incident that repeats, or a kind of
 * incident) that follow each other within a quarter of an hour to a day far more often than chance would have it.
 * Chance is the share of the time that lies in such a window before the outcome; a binomial test with Bonferroni's
 * correction over all pairs and windows keeps rules out that only look like one (serial episodes with a window,
 * Mannila, Toivonen and Verkamo 1997, held against chance). A rule needs three hits and to be right at least half of
 * the time. Of a precursor that failed only the time since counts. Rules that exist are left out. At most the 2,000
 * most frequent precursors and the 200 most frequent outcomes are tried.
 */
export function learnRules(history: PredictionHistory, existing: readonly PredictionRule[] = []): PredictionRule[] {
  if (!(history.to > history.from)) throw new RangeError('a history must end after it begins')
  const occurrences = occurrencesOf(history)
  const outcomes = startsOf(history)
  const atWork = new Map(existing.filter(({ state }) => state === 'active').map((rule) => [rule.id, rule]))
  const retired = lastRetired(existing)
  const tests = occurrences.size * outcomes.size * WINDOWS_MS.length
  const found: Candidate[] = []
  for (const [precursor, all] of occurrences) {
    const times = all.filter((time) => time > (retired.get(precursor) ?? Number.NEGATIVE_INFINITY))
    for (const [outcome, starts] of outcomes) {
      if (atWork.has(ruleId(precursor, outcome))) continue
      const best = bestWindow(times, starts, history, tests)
      if (best !== undefined) found.push({ precursor, outcome, ...best })
    }
  }
  return chooseRules(found, [...atWork.values()]).map(toRule)
}

type Candidate = { precursor: string; outcome: string; windowMs: number; chance: number; followed: Followed }

/** When a rule of each precursor last retired. */
function lastRetired(rules: readonly PredictionRule[]): Map<string, number> {
  const last = new Map<string, number>()
  for (const { precursor, state, retiredAt = 0 } of rules)
    if (state === 'retired') last.set(precursor, Math.max(retiredAt, last.get(precursor) ?? 0))
  return last
}

/** Times of each precursor, outside of incidents: within one it announces nothing. */
function occurrencesOf({ precursors, incidents }: PredictionHistory): Map<string, number[]> {
  const spans = [...incidents].sort((a, b) => a.start - b.start)
  const times = new Map<string, number[]>()
  let next = 0
  let busyUntil = Number.NEGATIVE_INFINITY
  for (const { at, name } of [...precursors].sort((a, b) => a.at - b.at)) {
    while (next < spans.length && spans[next]!.start - MIN_LEAD_MS < at)
      busyUntil = Math.max(busyUntil, spans[next++]!.end)
    if (at <= busyUntil) continue
    const list = times.get(name)
    if (list === undefined) times.set(name, [at])
    else list.push(at)
  }
  return mostFrequent(times, MAX_NAMES)
}

function startsOf({ incidents }: PredictionHistory): Map<string, number[]> {
  const starts = new Map<string, number[]>()
  for (const { start, outcomes } of incidents)
    for (const outcome of outcomes) {
      if (!outcome.startsWith('key ') && !outcome.startsWith('kind ')) continue
      const list = starts.get(outcome)
      if (list === undefined) starts.set(outcome, [start])
      else list.push(start)
    }
  for (const list of starts.values()) list.sort((a, b) => a - b)
  return mostFrequent(starts, MAX_OUTCOMES)
}

function mostFrequent(all: Map<string, number[]>, limit: number): Map<string, number[]> {
  const often = [...all].filter(([, times]) => times.length >= MIN_HITS)
  return new Map(often.sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1)).slice(0, limit))
}

function bestWindow(
  times: readonly number[],
  starts: readonly number[],
  { from, to }: PredictionHistory,
  tests: number,
) {
  let best: Omit<Candidate, 'precursor' | 'outcome'> | undefined
  for (const windowMs of WINDOWS_MS) {
    const followed = followUp(times, starts, windowMs, to)
    const { hits, misses } = followed
    if (hits < MIN_HITS || probabilityOf(followed) < MIN_PROBABILITY) continue
    const chance = binomialTail(hits, hits + misses, coveredShare(starts, windowMs, from, to))
    if (chance * tests < FALSE_RULES && chance < (best?.chance ?? 1)) best = { windowMs, chance, followed }
  }
  return best
}

/**
 * What became of each time something was announced: a hit with its lead where an outcome began within the window, else
 * a miss. While an announcement is open, further ones are the same. What began at once, and what was still open at the
 * end, counts for nothing.
 */
export function followUp(times: readonly number[], starts: readonly number[], windowMs: number, end: number): Followed {
  const followed: Followed = { hits: 0, misses: 0, leads: [] }
  let openUntil = Number.NEGATIVE_INFINITY
  let next = 0
  for (const at of times) {
    if (at <= openUntil) continue
    while (next < starts.length && starts[next]! < at) next++
    const start = starts[next] ?? Number.POSITIVE_INFINITY
    if (start <= at + windowMs) {
      openUntil = start
      if (start - at < MIN_LEAD_MS) continue
      followed.hits++
      followed.leads.push(start - at)
    } else {
      openUntil = at + windowMs
      if (openUntil <= end) followed.misses++
    }
  }
  return followed
}

/** The share of time from which an outcome is at most a window away. */
function coveredShare(starts: readonly number[], windowMs: number, from: number, to: number): number {
  let covered = 0
  let last = from
  for (const start of starts) {
    const begin = Math.max(last, start - windowMs)
    if (start > begin) covered += start - begin
    last = Math.max(last, start)
  }
  return Math.min(1, covered / (to - from))
}

function chooseRules(found: Candidate[], atWork: readonly PredictionRule[]): Candidate[] {
  found.sort(
    (a, b) => a.chance - b.chance || (ruleId(a.precursor, a.outcome) < ruleId(b.precursor, b.outcome) ? -1 : 1),
  )
  const exact = new Map<string, number>()
  for (const rule of atWork)
    if (rule.outcome.startsWith('key '))
      exact.set(rule.precursor, Math.max(exact.get(rule.precursor) ?? 0, probabilityOf(rule)))
  for (const { precursor, outcome, followed } of found)
    if (outcome.startsWith('key ')) exact.set(precursor, Math.max(exact.get(precursor) ?? 0, probabilityOf(followed)))
  const counts = new Map<string, number>()
  return found
    .filter(({ precursor, outcome, followed }) => {
      const isCovered =
        outcome.startsWith('kind ') && (exact.get(precursor) ?? 0) >= EXACT_IS_WORTH * probabilityOf(followed)
      const count = counts.get(outcome) ?? 0
      if (!isCovered) counts.set(outcome, count + 1)
      return !isCovered && count < RULES_AN_OUTCOME
    })
    .slice(0, MAX_RULES)
}

function toRule({ precursor, outcome, windowMs, followed }: Candidate): PredictionRule {
  return {
    id: ruleId(precursor, outcome),
    source: 'learned',
    precursor,
    outcome,
    windowMs,
    hits: followed.hits,
    misses: followed.misses,
    ...summariseLeads(followed.leads),
    doubt: 0,
    state: 'active',
  }
}
