import type { GapFinding, Period } from '../detect/period.ts'

/** An interval that the metric engine found; `series` may be cut to the ones that count. */
export type IncidentPeriod = Pick<Period, 'start' | 'end' | 'val' | 'probability' | 'kind' | 'hasDownTime'> & {
  series: readonly Pick<Period['series'][number], 'seriesId' | 'share' | 'side' | 'firstAt'>[]
}

/** An interval that the log engine found. */
export type IncidentLog = {
  start: number
  end: number
  val: number
  probability: number
  finding: string
  templateId: string
  template: string
  instance?: string
}

/** An instance that began to report while others already did. */
export type NewInstance = { instance: string; at: number }

/** What incidents are made of: everything that is found. */
export type IncidentInput = {
  periods?: readonly IncidentPeriod[]
  gaps?: readonly (Pick<GapFinding, 'kind' | 'start' | 'end' | 'instance' | 'seriesIds'> &
    Partial<Pick<GapFinding, 'sentence'>>)[]
  logs?: readonly IncidentLog[]
  newInstances?: readonly NewInstance[]
}

/**
 * What an incident is mostly about; `metric` where the names of its metrics say nothing. The last three are of incidents that are
 * nothing but gaps: every series silent at once, one series silent, one that stands still.
 */
export const INCIDENT_KINDS = [
  'instanceDown',
  'newInstance',
  'cpu',
  'memory',
  'disk',
  'network',
  'load',
  'metric',
  'log',
  'collector',
  'silent',
  'frozen',
] as const
/** One of `INCIDENT_KINDS`. */
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/**
 * Title of an incident as data, see `renderIncidentTitle`. `metrics` and `instances` count what moved, `logs` all that took part.
 */
export type IncidentTitle = {
  kind: IncidentKind
  metric?: string
  instance?: string
  side: 1 | -1
  template?: string
  metrics: number
  instances: number
  logs: number
  /** Lines of the file that could not be read, where these are what is missing. */
  rejectedLines?: number
  durationMs: number
}

/**
 * A series with its part in an incident; shares sum to 1 over the incident. `onset` is the start of its first period.
 */
export type IncidentSeries = { seriesId: string; share: number; side: 1 | -1; onset: number }

/** By what incidents are compared. Weights of `features` sum to 1; `key` is the same for the same features. */
export type Fingerprint = { key: string; features: [feature: string, weight: number][] }

/** Findings that belong together. Places point into the input. */
export type Incident = {
  start: number
  end: number
  kind: IncidentKind
  /** Of the worst member, with its sign; 0 where it is nothing but a gap that leaves open how the system was. */
  val: number
  /** The smallest of its members; NaN where `val` is 0. */
  probability: number
  series: IncidentSeries[]
  instances: string[]
  periodPlaces: number[]
  gapPlaces: number[]
  logPlaces: number[]
  title: IncidentTitle
  fingerprint: Fingerprint
}
