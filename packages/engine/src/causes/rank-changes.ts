import type { Cause, Change, LogEvent, RankedChange } from './cause.ts'

/** What counts as before: the first movement is known only so well. */
const SLACK_MS = 60_000
/** A change this long ago speaks for itself e times less. */
const MEMORY_MS = 10 * 60_000
/** Further back, or this long after the first movement, nothing is listed. */
const BEFORE_MS = 60 * 60_000
const AFTER_MS = 5 * 60_000
/** Changes listed for one incident. */
const MAX_LISTED = 50
/** How much a change of each kind counts. */
const WEIGHTS = { deployment: 1, configuration: 0.9, restart: 0.7, other: 0.5 } as const
/** A template never seen before tells of a change; louder, rarer or missing lines tell of its effects. */
const NEW_TEMPLATE = 0.4
/** How much a log finding of another kind counts. */
const SYMPTOM_LINE = 0.2

/**
 * Changes and log findings around the first movement, the likeliest to have led to it first: what was done before lines
 * that are new, and both before what came only with the incident. What lies more than an hour before or five minutes
 * after is left out.
 */
export function rankChanges(
  onset: number,
  changes: readonly Change[],
  events: readonly LogEvent[],
  causes: readonly Cause[],
): RankedChange[] {
  const ranked = [
    ...changes.map((change) => rankOne({ kind: 'change', change }, onset, causes)),
    ...events.map((event) => rankOne({ kind: 'log', event }, onset, causes)),
  ].filter(({ leadMs }) => leadMs <= BEFORE_MS && leadMs >= -AFTER_MS)
  const roles = { change: 0, symptom: 1 }
  return ranked
    .sort((a, b) => roles[a.role] - roles[b.role] || b.score - a.score || b.leadMs - a.leadMs)
    .slice(0, MAX_LISTED)
}

function rankOne(source: RankedChange['source'], onset: number, causes: readonly Cause[]): RankedChange {
  const at = source.kind === 'change' ? source.change.at : source.event.at
  const leadMs = onset - at
  const isBefore = leadMs >= -SLACK_MS
  const isChange = isBefore && (source.kind === 'change' || source.event.finding === 'new')
  const touched = causesTouched(source, causes)
  const support = touched.reduce((sum, cause) => sum + cause.share, 0)
  return {
    role: isChange ? 'change' : 'symptom',
    source,
    leadMs,
    score: weightOf(source) * Math.exp(-Math.abs(leadMs) / MEMORY_MS) * (0.5 + support),
    seriesIds: touched.slice(0, 5).map((cause) => cause.seriesId),
  }
}

/**
 * How much a change that came shortly before speaks for the series of its instance: 0 to 1, and 0 where it came later.
 */
export function changeSupport(change: Change, onset: number): number {
  const leadMs = onset - change.at
  if (leadMs < -SLACK_MS || leadMs > BEFORE_MS) return 0
  return WEIGHTS[change.kind] * Math.exp(-Math.max(0, leadMs) / MEMORY_MS)
}

function weightOf(source: RankedChange['source']): number {
  if (source.kind === 'change') return WEIGHTS[source.change.kind]
  const { finding, probability } = source.event
  const evidence = Math.min(1, Math.max(0, -Math.log10(Math.max(probability, 1e-10)) / 10))
  return (finding === 'new' ? NEW_TEMPLATE : SYMPTOM_LINE) * (0.5 + evidence)
}

function causesTouched(source: RankedChange['source'], causes: readonly Cause[]): readonly Cause[] {
  const place = source.kind === 'change' ? source.change : source.event
  return causes.filter((cause) => isTouched(place, cause))
}

/** A change that names neither instance nor service may have touched all. */
export function isTouched(
  place: { instance?: string; service?: string },
  series: { instance: string; service?: string },
): boolean {
  if (place.instance !== undefined) return place.instance === series.instance
  return place.service === undefined || place.service === series.service || place.service === series.instance
}
