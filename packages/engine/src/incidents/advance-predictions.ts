import {
  type ForecastCrossing,
  MAX_RULES,
  type Outcome,
  type Precursor,
  type PredictedIncident,
  type PredictionRule,
  type PredictionState,
  ruleId,
  summariseLeads,
} from './prediction.ts'
import { openBook, type PredictionBook, type Settlement } from './prediction-book.ts'

/** What is new since the last call, in any order. An incident that goes on may come again with a later end. */
export type PredictionUpdate = {
  now: number
  precursors?: readonly Precursor[]
  crossings?: readonly ForecastCrossing[]
  incidents?: readonly Outcome[]
}

/** The state after some news, and what is predicted now, and what became of earlier predictions on the way. */
export type PredictionAdvance = {
  state: PredictionState
  /** The open predictions, of each outcome the likeliest, soonest first. */
  predicted: PredictedIncident[]
  settled: Settlement[]
}

/** A forecast may be late by half of the time it looked ahead. */
const LATE = 0.5

/**
 * Settles open predictions, lets rules that fail retire by themselves, and opens new ones. A forecast that leaves its
 * range is a rule a series, untested at first and evaluated like the others. The state given is not changed; there are at
 * most 500 rules with one open prediction each. Throws RangeError where `now` is not a time.
 */
export function advancePredictions(before: PredictionState, input: PredictionUpdate): PredictionAdvance {
  const { now, precursors = [], crossings = [], incidents = [] } = input
  if (!Number.isFinite(now)) throw new RangeError('now must be a time')
  const book = openBook(before)
  const happenings = [
    ...incidents.map((incident) => ({ at: incident.start, tell: () => book.fulfil(incident) })),
    ...precursors.map((precursor) => ({ at: precursor.at, tell: () => announce(book, precursor) })),
    ...crossings.map((crossing) => ({ at: crossing.at, tell: () => announceCrossing(book, crossing) })),
  ].sort((a, b) => a.at - b.at)
  for (const { at, tell } of happenings) {
    book.expire(at)
    tell()
  }
  book.expire(now)
  const state = book.state()
  return { state, predicted: likeliest(state.open), settled: book.settled }
}

function announce(book: PredictionBook, { at, name }: Precursor): void {
  if (book.isBusy(at)) return
  for (const rule of book.rules.values()) {
    if (rule.state !== 'active' || rule.precursor !== name) continue
    const { low, about, high } = rule.lead
    book.announce(rule, { at, low: at + low, about: at + about, high: at + high, until: at + rule.windowMs })
  }
}

function announceCrossing(book: PredictionBook, { at, seriesId, low, about, high }: ForecastCrossing): void {
  const rule = forecastRule(seriesId, about - at)
  const known = book.rules.get(rule.id)
  if (known === undefined && book.rules.size >= MAX_RULES) return
  book.rules.set(rule.id, known ?? rule)
  if ((known ?? rule).state === 'active')
    book.announce(known ?? rule, { at, low, about, high, until: high + LATE * (high - at) })
}

function forecastRule(seriesId: string, windowMs: number): PredictionRule {
  const precursor = `forecast ${seriesId}`
  const outcome = `series ${seriesId}`
  const id = ruleId(precursor, outcome)
  const none = { hits: 0, misses: 0, doubt: 0, ...summariseLeads([]) }
  return { id, source: 'forecast', precursor, outcome, windowMs, ...none, state: 'active' }
}

function likeliest(open: readonly PredictedIncident[]): PredictedIncident[] {
  const best = new Map<string, PredictedIncident>()
  for (const one of open) {
    const known = best.get(one.outcome)
    if (known === undefined || one.probability > known.probability) best.set(one.outcome, one)
  }
  return [...best.values()].sort((a, b) => a.about - b.about)
}
