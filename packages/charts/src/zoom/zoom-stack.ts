import type { TimeDomain } from '../model/chart-types.ts'

/** What moved the view; a continuous wheel or pan is one step to undo, not fifty. */
export type ZoomSource = 'drag' | 'wheel' | 'key' | 'pan'

interface ZoomEntry {
  domain: TimeDomain
  source: ZoomSource
  at: number
}

/** The full extent and the zooms into it, newest last. */
export interface ZoomStack {
  full: TimeDomain
  entries: readonly ZoomEntry[]
}

const COALESCE_MS = 600
const MIN_SPAN_MS = 10

export function createZoomStack(full: TimeDomain): ZoomStack {
  return { full, entries: [] }
}

export function currentDomain(stack: ZoomStack): TimeDomain {
  return stack.entries.at(-1)?.domain ?? stack.full
}

/** Moves a domain inside the limits, keeping its length if possible. */
export function clampDomain(domain: TimeDomain, full: TimeDomain): TimeDomain {
  const span = Math.min(full.to - full.from, Math.max(MIN_SPAN_MS, domain.to - domain.from))
  const from = Math.max(full.from, Math.min(full.to - span, domain.from))
  return { from, to: from + span }
}

const isSame = (a: TimeDomain, b: TimeDomain) => a.from === b.from && a.to === b.to

/** Adds a view; one that continues a recent wheel or pan replaces it. The full extent empties the stack. */
export function pushZoom(stack: ZoomStack, domain: TimeDomain, source: ZoomSource, at: number): ZoomStack {
  const clamped = clampDomain(domain, stack.full)
  if (isSame(clamped, currentDomain(stack))) return stack
  if (isSame(clamped, stack.full)) return { ...stack, entries: [] }
  const last = stack.entries.at(-1)
  const isContinued = last?.source === source && (source === 'wheel' || source === 'pan') && at - last.at < COALESCE_MS
  const kept = isContinued ? stack.entries.slice(0, -1) : stack.entries
  return { ...stack, entries: [...kept, { domain: clamped, source, at }] }
}

export function backZoom(stack: ZoomStack): ZoomStack {
  return { ...stack, entries: stack.entries.slice(0, -1) }
}

/** New data widens the extent; a full view follows it, a zoomed view stays. */
export function withFullDomain(stack: ZoomStack, full: TimeDomain): ZoomStack {
  return isSame(full, stack.full) ? stack : { ...stack, full }
}

/** A domain scaled around one of its moments: a factor below 1 zooms in. */
export function scaleDomain(domain: TimeDomain, around: number, factor: number): TimeDomain {
  return { from: around - (around - domain.from) * factor, to: around + (domain.to - around) * factor }
}

export function shiftDomain(domain: TimeDomain, byMs: number): TimeDomain {
  return { from: domain.from + byMs, to: domain.to + byMs }
}
