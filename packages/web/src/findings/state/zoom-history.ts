import type { Range } from '../../lib/address/url-codecs.ts'

const PAUSE_MS = 600
const SHORTEST_MS = 10
const FEWEST_SAMPLES = 6

/** Whether a step continues the last wheel or pan: a continuous gesture is one step to undo, not fifty. */
export const continuesGesture = (
  last: { source: string; at: number } | undefined,
  next: { source: string; at: number },
): boolean =>
  last !== undefined &&
  last.source === next.source &&
  (next.source === 'wheel' || next.source === 'pan') &&
  next.at - last.at < PAUSE_MS

/** Moves a range inside the full extent, keeping its length if possible. */
export const withinRange = (range: Range, full: Range): Range => {
  const span = Math.min(full.to - full.from, Math.max(SHORTEST_MS, range.to - range.from))
  const from = Math.max(full.from, Math.min(full.to - span, range.from))
  return { from: Math.round(from), to: Math.round(from + span) }
}

export const sameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to

/** A finding with half its length at both sides, so that onset and end are visible; never less than a few samples. */
export const around = (finding: { start: number; end: number }, full: Range, stepMs: number): Range => {
  const end = finding.end + stepMs
  const room = Math.max((end - finding.start) / 2, FEWEST_SAMPLES * stepMs, SHORTEST_MS)
  return withinRange({ from: finding.start - room, to: end + room }, full)
}
