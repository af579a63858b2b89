import { findPeriods } from '../detect/find-periods.ts'
import type { PeriodOptions } from '../detect/period.ts'
import type { TrainedDetection } from '../detect/train-and-detect.ts'
import { forecast } from '../forecast/forecast.ts'
import { findDeparture } from '../forecast/outlook.ts'
import type { Frame } from '../series/frame.ts'
import { advancePredictions } from './advance-predictions.ts'
import type { Incident } from './incident.ts'
import { learnRules } from './learn-rules.ts'
import { type LogFindingText, toIncidentLogs } from './log-members.ts'
import { outcomesOf, precursorsOf } from './precursors.ts'
import {
  type ForecastCrossing,
  NO_PREDICTIONS,
  type Outcome,
  type PredictedIncident,
  type PredictionRule,
} from './prediction.ts'
import { repeatKey } from './similar-incidents.ts'

/** The longest that a rule looks ahead: what happened before has no bearing on what is open now. */
const RECENT_MS = 24 * 3_600_000

/** What is expected at the end of a frame, and the rules that were learned in it. */
export type Prediction = { now: number; expected: PredictedIncident[]; rules: PredictionRule[] }

/** Where predictions are learned: a detection, what it was trained on, its incidents, and every finding of a log. */
export type PredictionInput = {
  detection: TrainedDetection
  training: Frame
  incidents: readonly Incident[]
  logs?: readonly LogFindingText[]
}

/**
 * Learns what announced the incidents of a frame (short abnormal periods and findings of a log that are no incident by
 * themselves), and says what is expected after its end: by these rules, and where a forecast leaves the range of the training.
 */
export function predictIncidents(
  { detection, training, incidents, logs = [] }: PredictionInput,
  { horizonMs, ...options }: PeriodOptions & { horizonMs: number },
): Prediction {
  const { frame, scored, model } = detection
  const [from = 0, to = 0] = [frame.times[0], frame.times.at(-1)]
  const short = findPeriods(scored, frame, model, { ...options, cvalue: 1 })
  const precursors = precursorsOf({ periods: short, logs: toIncidentLogs(logs) })
  // A gap of the collector tells nothing of the system
  const outcomes = outcomesIn(incidents.filter(({ val }) => val !== 0))
  const rules = to > from ? learnRules({ from, to, precursors, incidents: outcomes }) : []
  const { predicted } = advancePredictions(
    { ...NO_PREDICTIONS, rules },
    {
      now: to,
      precursors: precursors.filter(({ at }) => at >= to - RECENT_MS),
      incidents: outcomes.filter(({ end }) => end >= to - RECENT_MS),
      crossings: forecastCrossings(frame, training, horizonMs),
    },
  )
  return { now: to, expected: predicted.map((one) => ({ ...one, ...countsOf(one, rules) })), rules }
}

function outcomesIn(incidents: readonly Incident[]): Outcome[] {
  const earlier: { id: string; key: string; fingerprint: Incident['fingerprint'] }[] = []
  return incidents.map((incident, index) => {
    const { fingerprint } = incident
    const key = repeatKey(fingerprint, earlier)
    earlier.push({ id: String(index), key, fingerprint })
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

const HOUR_MS = 3_600_000
/** Steps that are forecast, at most. */
const MAX_STEPS = 2_000

type Range = { min: number; max: number }

/** Series whose forecast leaves the range that they had in training, within `horizonMs` of the end of the frame. */
function forecastCrossings(frame: Frame, training: Frame, horizonMs: number): ForecastCrossing[] {
  const trainingColumn = new Map(training.series.map(({ id }, index) => [id, training.columns[index]]))
  const at = frame.times.at(-1)
  if (at === undefined) return []
  return frame.series.flatMap(({ id }, index) => {
    const learned = trainingColumn.get(id)
    const hours = learned && leavesRange(frame, frame.columns[index]!, rangeOf(learned), horizonMs)
    if (!hours) return []
    const [about, low, high] = hours.map((one) => at + one * HOUR_MS) as [number, number, number]
    return [{ at, seriesId: id, about, low, high }]
  })
}

/** In how many hours a forecast leaves a range: about, not before and not after. */
function leavesRange(
  { times, stepMs }: Frame,
  column: Float64Array,
  { min, max }: Range,
  horizonMs: number,
): [number, number, number] | undefined {
  const last = column.findLast((value) => !Number.isNaN(value))
  const present = column.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0)
  const horizon = Math.min(MAX_STEPS, Math.floor(horizonMs / stepMs), Math.floor((present - 10) / 2))
  if (last === undefined || last < min || last > max || min === max || !(horizon >= 1)) return undefined
  const bounds = min >= 0 ? { min: 0 } : {}
  const ahead = forecast(times, column, { horizon, stepMs, bounds })
  if (ahead.kind === 'insufficient') return undefined
  const end = (horizon * stepMs) / HOUR_MS
  const first = findDeparture(ahead, { stepMs, last, range: { low: min, high: max } })
  return first && [first.about, first.earliest ?? first.about, first.latest ?? end]
}

/** NaN, a gap, is neither less nor more than anything. */
function rangeOf(column: Float64Array): Range {
  const range = { min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY }
  for (const value of column) {
    if (value < range.min) range.min = value
    if (value > range.max) range.max = value
  }
  return range
}
