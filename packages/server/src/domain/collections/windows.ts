import { createHash } from 'node:crypto'
import type { CollectorTraits, CollectWindow } from '../../ports/collector.ts'

const MINUTE_MS = 60_000
/** A provider that is behind by more than it says is asked again for so long. */
const LONGEST_LATE_MS = 120 * MINUTE_MS

export interface CollectPosition {
  /** All before this time was fetched once. */
  readonly collectedTo: number
  /** Time of the newest sample that came; null before the first. */
  readonly newestAt: number | null
}

/**
 * The windows that are due, the oldest first: from where the provider may still have added something up to the last whole step. They overlap with
 * what was fetched; the last one ends at the step that `now` is in.
 */
export function dueWindows(
  { collectedTo, newestAt }: CollectPosition,
  traits: CollectorTraits,
  stepMs: number,
  now: number,
): CollectWindow[] {
  const to = Math.floor(now / stepMs) * stepMs
  if (to <= collectedTo) return []
  const late = collectedTo - Math.max(traits.lateMs, stepMs)
  const silent = newestAt === null ? late : Math.max(newestAt + stepMs, collectedTo - LONGEST_LATE_MS)
  const from = Math.floor(Math.min(late, silent) / stepMs) * stepMs
  return split({ from, to, stepMs }, traits.maxWindowSteps)
}

/** Windows of at most so many steps that together are this one, the oldest first. */
function split({ from, to, stepMs }: CollectWindow, maxSteps: number): CollectWindow[] {
  const windows: CollectWindow[] = []
  for (let start = from; start < to; start += maxSteps * stepMs)
    windows.push({ from: start, to: Math.min(to, start + maxSteps * stepMs), stepMs })
  return windows
}

/** The next window of the past: the newest that was not fetched yet; undefined where all of it was. */
export function nextPastWindow(
  { from, fetchedFrom }: { readonly from: number; readonly fetchedFrom: number },
  { maxWindowSteps }: CollectorTraits,
  stepMs: number,
): CollectWindow | undefined {
  const to = Math.floor(fetchedFrom / stepMs) * stepMs
  const start = Math.max(Math.floor(from / stepMs) * stepMs, to - maxWindowSteps * stepMs)
  return start < to ? { from: start, to, stepMs } : undefined
}

const LONGEST_SPREAD_MS = 3000

/** When a project that has fetched up to `collectedTo` fetches next: soon after the next step ends, each project by its own delay. */
export function nextCollection(sourceId: string, stepMs: number, collectedTo: number): number {
  const spread = Math.min(LONGEST_SPREAD_MS, stepMs / 10)
  return collectedTo + stepMs + Math.floor(spread * shareOf(sourceId))
}

/** The same number from 0 to 1 for the same text. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

/** How long to wait after so many failures one after the other; what the provider asks for is honoured, an hour at most. */
export function pauseAfter(failures: number, retryAfterMs: number | undefined): number {
  if (retryAfterMs !== undefined) return Math.min(60 * MINUTE_MS, Math.max(1000, retryAfterMs))
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(20, failures - 1))
}
