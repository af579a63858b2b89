import type { MovementGraph, PastIncident } from './movement-graph.ts'
import type { CausePeriod } from './period-movements.ts'

/** What somebody or something did to a system: said by the user, or read from a deployment tool. */
export type Change = {
  at: number
  kind: 'deployment' | 'configuration' | 'restart' | 'other'
  text: string
  instance?: string
  service?: string
}

/** A finding in logs, as far as causes need it. */
export type LogEvent = {
  at: number
  finding: 'new' | 'rare' | 'hot' | 'cold' | 'sequence' | 'value' | 'critical'
  templateId: string
  template: string
  /** Tail probability of the finding, on the scale of metrics. */
  probability: number
  instance?: string
}

/** What is known beside the series; all of it may be left out. */
export type CauseOptions = {
  /**
   * How much time before the incident says what is usual, in ms. By default an hour, and at least 60 rows; for an
   * incident of more than eight hours a day, since it goes through times of the day that the hour before does not know.
   */
  preMs?: number
  /**
   * Abnormal intervals found by a model: a series that takes part in those that overlap the incident ranks higher, and is a cause by what
   * the model expected of it where it does not stand out against the time before.
   */
  periods?: readonly CausePeriod[]
  logEvents?: readonly LogEvent[]
  changes?: readonly Change[]
  /** Earlier incidents of the same system. */
  history?: readonly PastIncident[]
  /** At most so many causes are listed; 50 by default. */
  limit?: number
}

/** Why a series ranks where it does. Times in epoch ms. */
export type CauseReasons = {
  /**
   * How many of its usual spreads it went, held for two rows in a row; `spread` is one of them in the metric's unit, and
   * `peak` the furthest value of all.
   */
  deviation: number
  side: 1 | -1
  peak: number
  usual: number
  spread: number
  /**
   * It stopped while others went on, alone or with its instance: `peak` and `usual` are its last value, and `spread` is
   * 0.
   */
  hasStopped?: true
  /**
   * When it began to move, what place that is among the series that moved (1 is first), and how far behind the first of
   * them, which need not have lasted.
   */
  onset: number
  place: number
  behindMs: number
  /** Share of the rows since its onset at which it stayed away from usual. */
  persistence: number
  /** Metrics of the same instance that moved, and how many it has. */
  moved: { count: number; of: number }
  /** Earlier incidents that began with this series, and how many are known. */
  hits: { count: number; of: number }
  /** Part of the abnormal periods that a model gave to this series, where periods were passed in. */
  periodShare?: number
  /**
   * Where most instances moved at once in its metric: how many of how many, and whether it did no more than they. `deviation`, `onset` and
   * `persistence` are what it did beyond them.
   */
  common?: { count: number; of: number; isAll: boolean }
  /** Where it measures an effect, such as latency: a resource of the same instance that moved no later. */
  resource?: string
  /** The change on the same instance that speaks for it most, as a place in `changes`. */
  change?: number
}

/** A series that moved. A `symptom` began clearly later than a cause that has more support. */
export type Cause = {
  seriesId: string
  metric: string
  instance: string
  service?: string
  role: 'cause' | 'symptom'
  score: number
  /** Support relative to the others: the shares of all series that moved sum to 1. Not a probability. */
  share: number
  reasons: CauseReasons
}

/** An instance by the best of its series. */
export type InstanceCause = { instance: string; score: number; share: number; moved: number; of: number; onset: number }

/** A change or a log finding: `change` where it may have led to the incident, `symptom` where it came with it. */
export type RankedChange = {
  role: 'change' | 'symptom'
  source: { kind: 'change'; change: Change } | { kind: 'log'; event: LogEvent }
  /** How long before the first movement; negative after it. */
  leadMs: number
  score: number
  /** Series of the same instance that moved, best first; of a change that names no instance, the best of all. */
  seriesIds: string[]
}

/** What `rankCauses` answers: all lists have the likeliest first. Times in epoch ms. */
export type CauseRanking = {
  kind: 'ranked'
  /** The first movement that lasted; the start as reported where none did. */
  onset: number
  causes: Cause[]
  instances: InstanceCause[]
  changes: RankedChange[]
  graph: MovementGraph
}
