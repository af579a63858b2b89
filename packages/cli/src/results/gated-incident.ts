import type { Incident } from '@omen/engine'

/** What rules and reports need of an incident. */
export type GatedIncident = Pick<Incident, 'val' | 'kind' | 'start' | 'end' | 'instances'> & {
  /** Gaps that it holds: silences, and times at which every series is missing. */
  gaps: number
  sentence: string
}
