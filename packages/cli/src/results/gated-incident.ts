import type { Incident } from '@omen/engine'

/** What rules need of an incident. */
export type RatedIncident = Pick<Incident, 'val' | 'kind'> & {
  /** Gaps that it holds: silences, and times at which every series is missing. */
  gaps: number
  sentence: string
}

/** What reports need of an incident as well. */
export type GatedIncident = RatedIncident & Pick<Incident, 'start' | 'end' | 'instances'>
