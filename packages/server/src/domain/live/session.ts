import type { TimeSpan } from '../../ports/point-store.ts'
import type { Context } from '../context.ts'
import { LeaseLost } from './keep-round.ts'
import { includeLateData, recordPossiblyLate } from './late-data.ts'
import { createLiveSession, type LiveSession } from './live-session.ts'
import { endOfScored, type OpenDetector, openDetector } from './open-detector.ts'
import type { ReadProject } from './project-reader.ts'
import { nextDueAt, recordArrival, startFetchWait } from './row-clock.ts'
import { saveSession } from './save-session.ts'
import { scoreLogRows } from './score-log-rows.ts'
import { scoreMetricRows } from './score-metric-rows.ts'
import { dataExtent, isSameOptions, liveOptionsOf, maxLateMs, type WatchedProject } from './watched-project.ts'

/** Controls a live session. */
export interface LiveSessionControl {
  /** Scores data that has arrived: the times of its first and its last sample. */
  wake(arrived: TimeSpan): void
  /** Scores rows that are due. Rows become complete even if no sample arrives, since silence is a finding, too. */
  look(): void
  /** Saves the state, so that another server continues from it at once, and ends. */
  stop(): Promise<void>
  /** Ends without saving, because another server has the lease of the project. */
  abandon(): Promise<void>
}

export interface LiveSessionOptions {
  readonly readProject: ReadProject
  /** Called if the session ends by an error. */
  onEnd(error: unknown): void
}

/** A session looks this often even if nothing is due: for changed settings, and for an arrival that was not announced. */
const SLOW_LOOK_MS = 5000

/** Opens the live session of a project; it scores nothing until it is woken or looks for the first time. */
export function openLiveSession(
  ctx: Context,
  sourceId: string,
  { readProject, onEnd }: LiveSessionOptions,
): LiveSessionControl {
  const session = createLiveSession(ctx, sourceId)
  let running: Promise<void> | undefined

  const run = (): void => {
    session.isWoken = true
    if (running !== undefined || session.hasEnded) return
    running = scoreWhileWoken(session, readProject)
      .catch(async (error: unknown) => {
        session.hasEnded = true
        await close(session).catch(() => {})
        onEnd(error)
      })
      .finally(() => {
        running = undefined
        if (session.isWoken && !session.hasEnded) run()
      })
  }
  return {
    wake(arrived) {
      recordArrival(session, arrived)
      recordPossiblyLate(session, arrived)
      run()
    },
    look() {
      const now = ctx.clock.now()
      const { dueAt } = session
      // It is always due within the interval of slow looks, unless the clock was set back
      if (running === undefined && (now >= dueAt || now < dueAt - SLOW_LOOK_MS)) run()
    },
    async stop() {
      session.hasEnded = true
      await running
      if (session.open) await saveSession(session, session.open)
      await close(session)
    },
    async abandon() {
      session.hasEnded = true
      await running
      await close(session)
    },
  }
}

/** Takes turns of scoring until nothing has happened during the last one. */
async function scoreWhileWoken(session: LiveSession, readProject: ReadProject): Promise<void> {
  const { ctx, sourceId } = session
  while (session.isWoken && !session.hasEnded) {
    session.isWoken = false
    session.dueAt = nextSlowLook(ctx.clock.now())
    const project = await readProject(sourceId)
    if (!project || project.removedAt !== null) return
    session.maxLateMs = maxLateMs(ctx, project)
    if (session.open !== undefined && !isSameOptions(session.open.options, liveOptionsOf(project))) {
      await saveSession(session, session.open)
      await close(session)
    }
    // Everything that arrived is stored before the session reads how far the data has come, and what is late
    await ctx.points.settle(sourceId)
    session.open ??= await begin(session, project)
    if (session.open === undefined) return
    await includeLateData(session, project, session.open)
    await score(session, project, session.open)
    session.dueAt = Math.min(session.dueAt, nextDueAt(session, session.open))
  }
}

/** Opens the detector, and reads how far the data has come that arrived before. */
async function begin(session: LiveSession, project: WatchedProject): Promise<OpenDetector | undefined> {
  const { ctx, frontier, lateLines } = session
  const open = await openDetector(ctx, project)
  if (open === undefined) return undefined
  const { from, to } = await dataExtent(ctx, project)
  const now = project.lastDataAt ?? ctx.clock.now()
  if (from !== null && to !== null) frontier.note({ from, to }, { lateMs: Number.POSITIVE_INFINITY, now })
  session.isOfLogs = project.dataType === 'Log'
  const isNew = open.savedAt === undefined
  const end = endOfScored(open)
  if (session.isOfLogs && isNew && from !== null && from < end) await lateLines.record({ from, to: end })
  if (project.isFetched) startFetchWait(session, project, open, to ?? now)
  return open
}

/** Scores the rows that are complete, then counts some of the late lines. */
async function score(session: LiveSession, project: WatchedProject, open: OpenDetector): Promise<void> {
  const { clock } = session.ctx
  const isReplay = open.replay !== undefined
  const began = clock.monotonic()
  await (session.isOfLogs ? scoreLogRows(session, open) : scoreMetricRows(session, project, open))
  if (isReplay) session.rescoreDurationMs = clock.monotonic() - began
  if (!session.isOfLogs || open.replay !== undefined || session.hasEnded) return
  if (await session.lateLines.countSome(open)) session.isWoken = true
}

async function close(session: LiveSession): Promise<void> {
  await session.lateLines.interrupt()
  await session.open?.detector.close()
  session.open = undefined
}

/** The same moment for all sessions, so that their projects are read together. */
function nextSlowLook(now: number): number {
  return (Math.floor(now / SLOW_LOOK_MS) + 1) * SLOW_LOOK_MS
}

/** Whether a session ended because another server has the lease of the project. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLost
}
