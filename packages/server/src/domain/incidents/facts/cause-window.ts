const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Series that are looked at: those of the findings, then the others by number. */
export const MAX_SERIES = 500
const MAX_CELLS = 1_500_000
const MIN_ROWS_BEFORE = 30
/** Where it began is seen in the first hours. */
const LONGEST_MS = 6 * HOUR_MS
const LONG_INCIDENT_MS = 2 * HOUR_MS
const MIN_SLACK_MS = 60_000

interface Span {
  readonly start: number
  readonly end: number
}

export interface CauseWindow {
  /** What causes are looked for in: the first hours of the incident. */
  readonly incident: Span
  /** How much before it says what is usual. */
  readonly preMs: number
  /** The interval of the samples, or a multiple of it where there would be too many. */
  readonly stepMs: number
  /** What is read. */
  readonly from: number
  readonly to: number
}

/** The part of the data around the onset of an incident by which its causes are ranked. */
export function causeWindow({ start, end }: Span, samplingMs: number, seriesCount: number): CauseWindow {
  const incident = { start, end: Math.min(end, start + LONGEST_MS) }
  const preMs = usualBeforeMs(incident, samplingMs)
  const rows = (preMs + incident.end - start) / samplingMs
  const stepMs = samplingMs * Math.max(1, Math.ceil((rows * seriesCount) / MAX_CELLS))
  const slackMs = Math.max(MIN_SLACK_MS, 2 * stepMs)
  return { incident, preMs, stepMs, from: start - slackMs - preMs, to: incident.end + stepMs }
}

/** How much before an incident says what is usual. */
export function usualBeforeMs({ start, end }: Span, stepMs: number): number {
  return end - start > LONG_INCIDENT_MS ? DAY_MS : Math.max(HOUR_MS, MIN_ROWS_BEFORE * stepMs)
}
