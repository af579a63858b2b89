import type { TimeSpan } from '../../ports/point-store.ts'
import type { LiveSession } from './live-session.ts'
import { endOfScored, lastRowTaken, type OpenDetector, rewindDetector } from './open-detector.ts'
import { deleteStatesFrom, lateWindowMs } from './states.ts'
import type { WatchedProject } from './watched-project.ts'

/** Rows are scored again for late samples at most this often. */
const RESCORE_EVERY_MS = 5000
/** Scoring rows again takes at most a tenth of the time. */
const MAX_RESCORE_SHARE = 0.1

/** Records an arrival that may be late: whether it is depends on the rows that are scored by the next turn. */
export function recordPossiblyLate(session: LiveSession, arrived: TimeSpan): void {
  const isInReach = arrived.to >= session.ctx.clock.now() - session.maxLateMs
  if (!session.isOfLogs && isInReach) session.earliestArrival = Math.min(session.earliestArrival, arrived.from)
  session.mayHaveLateLines = true
}

/** Includes late data: takes the detector back to before it, or has late lines counted that it does not go back for. */
export async function includeLateData(
  session: LiveSession,
  project: WatchedProject,
  open: OpenDetector,
): Promise<void> {
  if (session.isOfLogs) await readLateLines(session)
  await rewindForLateData(session, project, open)
  if (session.earliestArrival === Number.POSITIVE_INFINITY) session.lateLines.confirmRead()
}

/** When rows may be scored again for late data. */
export function mayRescoreAt({ frontier, rescoredAt, rescoreDurationMs }: LiveSession): number {
  const pauseMs = Math.max(RESCORE_EVERY_MS, rescoreDurationMs / MAX_RESCORE_SHARE)
  return Math.max(rescoredAt + pauseMs, frontier.unsettledUntil())
}

/** Reads which lines were stored after their rows had been scored. */
async function readLateLines(session: LiveSession): Promise<void> {
  if (!session.mayHaveLateLines) return
  session.mayHaveLateLines = false
  for (const { from, to } of await session.lateLines.readRecorded())
    if (to > session.ctx.clock.now() - session.maxLateMs)
      session.earliestArrival = Math.min(session.earliestArrival, from)
    else session.lateLines.add({ from, to })
}

/** Takes the detector back to the state before the earliest late sample, so that the rows since then are scored again. */
async function rewindForLateData(session: LiveSession, project: WatchedProject, open: OpenDetector): Promise<void> {
  const { ctx, sourceId, lateLines, isOfLogs } = session
  const { samplingMs: intervalMs } = project
  const from = Math.floor(session.earliestArrival / intervalMs) * intervalMs
  if (from > lastRowTaken(open)) {
    session.earliestArrival = Number.POSITIVE_INFINITY
    return
  }
  if (from === session.lastEagerRow) session.isEager = false
  if (ctx.clock.now() < mayRescoreAt(session)) return
  session.earliestArrival = Number.POSITIVE_INFINITY
  session.rescoredAt = ctx.clock.now()
  session.frontier.settle()
  const lateFrom = open.position - lateWindowMs(intervalMs)
  // If the detector cannot go back to the earliest sample, it goes back to those that are only late, not of the past
  for (const since of from < lateFrom ? [from, lateFrom] : [from]) {
    const rewound = await rewindDetector(ctx, project, open, since)
    if (rewound === undefined) continue
    session.open = rewound
    await lateLines.interrupt()
    if (isOfLogs && from < endOfScored(rewound)) lateLines.add({ from, to: endOfScored(rewound) })
    return deleteStatesFrom(ctx, sourceId, since)
  }
  if (isOfLogs) lateLines.add({ from, to: endOfScored(open) })
}
