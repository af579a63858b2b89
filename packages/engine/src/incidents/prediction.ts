import type { IncidentTitle } from './incident.ts'

/** Something that happened and may announce an incident, named so that the same thing has the same name each time. */
export type Precursor = { at: number; name: string }

/** A series that a forecast sees leaving its range, with when: about, and not before or after, in epoch ms. */
export type ForecastCrossing = { at: number; seriesId: string; about: number; low: number; high: number }

/** An incident as far as predictions need it; `outcomes` are the names it can be predicted by, see `outcomesOf`. */
export type Outcome = { start: number; end: number; outcomes: readonly string[]; title?: IncidentTitle }

/** "After `precursor`, `outcome` begins within `windowMs`", with how often that was so. */
export type PredictionRule = {
  id: string
  source: 'learned' | 'forecast'
  precursor: string
  outcome: string
  windowMs: number
  hits: number
  misses: number
  /** Lead times seen, in ms: nine in ten are longer than `low`, half than `about`, one in ten than `high`. */
  lead: { low: number; about: number; high: number }
  /** The last of them. */
  leads: number[]
  /** How much the last outcomes speak for a rule that fails; at 5 it retires. */
  doubt: number
  state: 'active' | 'retired'
  retiredAt?: number
  /** The title of the last incident that it predicted. */
  title?: IncidentTitle
}

/** A prediction that is still open: the outcome is expected between `low` and `high`; after `until` it has failed. */
export type PredictedIncident = {
  ruleId: string
  outcome: string
  /** When it was announced. */
  at: number
  about: number
  low: number
  high: number
  until: number
  /** (hits + 1) / (hits + misses + 2) of its rule. */
  probability: number
  hits: number
  misses: number
  title?: IncidentTitle
}

/** Plain JSON. `busyUntil` is the last end of an incident: what happens within one announces nothing. */
export type PredictionState = { rules: PredictionRule[]; open: PredictedIncident[]; busyUntil: number }

/** The state that everything begins with. */
export const NO_PREDICTIONS: PredictionState = { rules: [], open: [], busyUntil: Number.MIN_SAFE_INTEGER }

/** An incident this soon after its precursor was not predicted but begun. */
export const MIN_LEAD_MS = 60_000
/** So many rules are kept, those at work first. */
export const MAX_RULES = 500
/** The latest lead times of a rule that are kept. */
const MAX_LEADS = 50

/** How likely a rule comes true, from what it did: Laplace's rule of succession. */
export const probabilityOf = ({ hits, misses }: { hits: number; misses: number }): number =>
  (hits + 1) / (hits + misses + 2)

/** The last lead times and what they say. */
export function summariseLeads(all: readonly number[]): Pick<PredictionRule, 'lead' | 'leads'> {
  const leads = all.slice(-MAX_LEADS)
  const sorted = [...leads].sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return { leads, lead: { low: at(0.1), about: at(0.5), high: at(0.9) } }
}

/** The name of a rule, the same for the same pair. */
export function ruleId(precursor: string, outcome: string): string {
  return `${precursor} → ${outcome}`
}
