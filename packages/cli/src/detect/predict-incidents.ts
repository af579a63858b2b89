import {
  advancePredictions,
  type ForecastCrossing,
  findPeriods,
  forecast,
  learnRules,
  NO_PREDICTIONS,
  type Outcome,
  outcomesOf,
  type PeriodOptions,
  type PredictedIncident,
  type PredictionRule,
  precursorsOf,
  repeatKey,
} from '@omen/engine'
import type { JudgedFile } from './find-incidents.ts'
import { toIncidentLogs } from './log-members.ts'

const HOUR = 3_600_000
/** The longest that a rule looks ahead: what happened before has no bearing on what is open now. */
const RECENT_MS = 24 * HOUR

/** A forecast has to leave the range by this part of it. */
const BEYOND = 0.05

/** What is expected at the end of a file, and the rules that were learned in it. */
export interface Prediction {
  now: number
  expected: PredictedIncident[]
  rules: PredictionRule[]
}

/**
 * Learns what announced the incidents of a file (short abnormal stretches and findings of a log that are no incident by
 * themselves), and tells what is expected after its end: by these rules, and where a forecast leaves the range that the
 * training had.
 */
export function predictIncidents(judged: JudgedFile, options: PeriodOptions & { horizonMs: number }): Prediction {
  const { anomalies, log, from, to } = judged
  const short = findPeriods(anomalies.scored, anomalies.frame, anomalies.model, { ...options, cvalue: 1 })
  const precursors = precursorsOf({ periods: short, logs: toIncidentLogs([...log.findings, ...log.faint]) })
  const incidents = outcomesIn(judged)
  const rules = to > from ? learnRules({ from, to, precursors, incidents }) : []
  const isRecent = (at: number): boolean => at >= to - RECENT_MS
  const { predicted } = advancePredictions(
    { ...NO_PREDICTIONS, rules },
    {
      now: to,
      precursors: precursors.filter(({ at }) => isRecent(at)),
      incidents: incidents.filter(({ end }) => isRecent(end)),
      crossings: findCrossings(judged, options.horizonMs),
    },
  )
  return { now: to, expected: predicted.map((one) => ({ ...one, ...countsOf(one, rules) })), rules }
}

function outcomesIn({ found }: JudgedFile): Outcome[] {
  const earlier: { id: string; key: string; fingerprint: JudgedFile['found'][number]['incident']['fingerprint'] }[] = []
  return found.map(({ incident }, place) => {
    const { fingerprint } = incident
    const key = repeatKey(fingerprint, earlier)
    earlier.push({ id: String(place), key, fingerprint })
    return outcomesOf(incident, key)
  })
}

/** The last day is in what the rules learned already, and must not be counted twice. */
function countsOf({ ruleId }: PredictedIncident, rules: readonly PredictionRule[]): Partial<PredictedIncident> {
  const rule = rules.find(({ id }) => id === ruleId)
  if (!rule) return {}
  const { hits, misses } = rule
  return { hits, misses, probability: (hits + 1) / (hits + misses + 2) }
}

/** Series whose forecast leaves the range of the training within the horizon. */
function findCrossings({ anomalies, training, to }: JudgedFile, horizonMs: number): ForecastCrossing[] {
  const { frame } = anomalies
  const columnOf = new Map(training.frame.series.map(({ id }, place) => [id, training.frame.columns[place]]))
  return frame.series.flatMap(({ id }, place) => {
    const known = columnOf.get(id)
    const column = frame.columns[place]
    const ahead = known && column && reach(frame.times, column, rangeOf(known), { horizonMs, stepMs: frame.stepMs })
    if (!ahead) return []
    const [about, low, high] = ahead.map((hours) => to + hours * HOUR) as [number, number, number]
    return [{ at: to, seriesId: id, about, low, high }]
  })
}

interface Range {
  least: number
  most: number
}

/** In how many hours a forecast leaves a range: about, not before and not after. */
function reach(
  times: Float64Array,
  column: Float64Array,
  { least, most }: Range,
  { horizonMs, stepMs }: { horizonMs: number; stepMs: number },
): [number, number, number] | undefined {
  const last = column.findLast((value) => !Number.isNaN(value))
  const present = column.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
  const horizon = Math.min(2_000, Math.floor(horizonMs / stepMs), Math.floor((present - 10) / 2))
  if (last === undefined || last < least || last > most || least === most || !(horizon >= 1)) return undefined
  const bounds = least >= 0 ? { min: 0 } : {}
  const ahead = forecast(times, column, { horizon, stepMs, bounds })
  if (ahead.kind === 'insufficient') return undefined
  const end = (horizon * stepMs) / HOUR
  const margin = BEYOND * (most - least)
  const first = [most + margin, least - margin]
    .map((limit) => ahead.crossing(limit))
    .filter(({ about }) => about !== undefined)
    .sort((a, b) => a.about! - b.about!)[0]
  return first && [first.about!, first.low ?? first.about!, first.high ?? end]
}

function rangeOf(column: Float64Array): Range {
  const range = { least: Number.POSITIVE_INFINITY, most: Number.NEGATIVE_INFINITY }
  for (const value of column) {
    if (value < range.least) range.least = value
    if (value > range.most) range.most = value
  }
  return range
}
