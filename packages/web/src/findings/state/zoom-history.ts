import type { Range } from '../../lib/address/url-codecs.ts'

const pauseMs = 600
const shortestMs = 10

/** Whether a step continues the last wheel or pan: a continuous gesture is one step to undo, not fifty. */
export const continuesGesture = (
  last: { source: string; at: number } | undefined,
  next: { source: string; at: number },
): boolean =>
  last !== undefined &&
  last.source === next.source &&
  (next.source === 'wheel' || next.source === 'pan') &&
  next.at - last.at < pauseMs

/** Moves a range inside the full extent, keeping its length if possible. */
export const withinRange = (range: Range, full: Range): Range => {
  const span = Math.min(full.to - full.from, Math.max(shortestMs, range.to - range.from))
  const from = Math.max(full.from, Math.min(full.to - span, range.from))
  return { from: Math.round(from), to: Math.round(from + span) }
}

export const sameRange = (a: Range, b: Range): boolean => a.from === b.from && a.to === b.to

/** A period with a margin, so that its onset is visible. */
export const around = (period: { start: number; end: number }, full: Range): Range => {
  const room = Math.max((period.end - period.start) * 1.5, (full.to - full.from) / 50)
  return withinRange({ from: period.start - room, to: period.end + room }, full)
}
