import type { TimeSpan } from '../../ports/point-store.ts'
import { MIN_LOG_DELAY_MS } from '../ingest/index.ts'
import { createFetchWait } from './fetch-wait.ts'
import { mayRescoreAt } from './late-data.ts'
import type { LiveSession } from './live-session.ts'
import type { OpenDetector } from './open-detector.ts'
import { lateWindowMs } from './states.ts'
import type { WatchedProject } from './watched-project.ts'

/** After an arrival, the present row is looked up at most this often: a twentieth of the sampling interval, within these bounds. */
const MIN_EARLY_EVERY_MS = 250
const MAX_EARLY_EVERY_MS = 1000

/** Records that data arrived: the times of its first and its last sample. */
export function recordArrival(session: LiveSession, arrived: TimeSpan): void {
  const { ctx, open, isOfLogs, rowWait, fetchWait, frontier } = session
  const now = ctx.clock.now()
  if (open !== undefined) {
    const { stepMs: intervalMs } = open.options
    rowWait.note(latenessMs(arrived.from, intervalMs, now), now)
    if (isOfLogs) fetchWait?.note(0, now - latenessMs(arrived.to, intervalMs, now), now)
  }
  frontier.note(arrived, { lateMs: open ? lateWindowMs(open.options.stepMs) : Number.POSITIVE_INFINITY, now })
  session.hasArrived = true
}

/** How long after the end of its row a sample arrives that arrives at `now`. */
function latenessMs(time: number, intervalMs: number, now: number): number {
  return now - (Math.floor(time / intervalMs) + 1) * intervalMs
}

/** Prepares the session of a project whose data is fetched from a service; `lastDataAt` is the time of its last sample. */
export function startFetchWait(
  session: LiveSession,
  { samplingMs }: WatchedProject,
  { savedAt, replay }: OpenDetector,
  lastDataAt: number,
): void {
  const now = session.ctx.clock.now()
  const isNew = savedAt === undefined && replay === undefined
  session.fetchWait = createFetchWait({
    lateMs: latenessMs(lastDataAt, samplingMs, now),
    ...(isNew && { newSince: now }),
  })
  // The first turn also looks up how far the series had come before the session began
  session.hasArrived = true
}

/** How long after its end a row of samples is complete, whatever it lacks. */
function rowDelayMs({ ctx, rowWait, fetchWait }: LiveSession, intervalMs: number): number {
  return (fetchWait ?? rowWait).ms(intervalMs, ctx.clock.now())
}

function logRowDelayMs(session: LiveSession, intervalMs: number): number {
  return Math.max(MIN_LOG_DELAY_MS, rowDelayMs(session, intervalMs))
}

/** Until when rows are held back because samples of the past are still arriving; -Infinity if none are held. */
export function heldUntil({ ctx, frontier, fetchWait }: LiveSession, intervalMs: number): number {
  return frontier.heldUntil(intervalMs, fetchWait?.ms(intervalMs, ctx.clock.now()))
}

/** The end of the last complete row of samples at `now`. While rows are held back, only those before the newest sample are complete. */
export function completeTo(
  session: LiveSession,
  intervalMs: number,
  { now, isHeld }: { readonly now: number; readonly isHeld: boolean },
): number {
  const wholeTo = session.fetchWait?.wholeTo(intervalMs, now) ?? Number.NEGATIVE_INFINITY
  const end = Math.max(wholeTo, now - rowDelayMs(session, intervalMs))
  return Math.floor((isHeld ? session.frontier.newest : end) / intervalMs) * intervalMs
}

/** The end of the last complete row of log lines. */
export function logsCompleteTo(session: LiveSession, intervalMs: number): number {
  return Math.floor((session.ctx.clock.now() - logRowDelayMs(session, intervalMs)) / intervalMs) * intervalMs
}

/** When the present row may be read again before its end. */
export function nextEarlyReadAt({ earlyReadAt }: LiveSession, intervalMs: number): number {
  return earlyReadAt + Math.max(MIN_EARLY_EVERY_MS, Math.min(MAX_EARLY_EVERY_MS, intervalMs / 20))
}

/** When the next row is complete, the present one may be read early, or rows may be scored again, whichever is first. */
export function nextDueAt(session: LiveSession, { numbers, position, options }: OpenDetector): number {
  const { stepMs: intervalMs } = options
  const { isOfLogs } = session
  const delayMs = isOfLogs ? logRowDelayMs(session, intervalMs) : rowDelayMs(session, intervalMs)
  const completeAt = isOfLogs || numbers.length > 0 ? position + 2 * intervalMs + delayMs : Number.POSITIVE_INFINITY
  const rowAt = isOfLogs ? completeAt : Math.max(completeAt, heldUntil(session, intervalMs))
  const lateAt = session.earliestArrival < Number.POSITIVE_INFINITY ? mayRescoreAt(session) : rowAt
  return Math.min(rowAt, lateAt, session.hasArrived ? nextEarlyReadAt(session, intervalMs) : rowAt)
}
