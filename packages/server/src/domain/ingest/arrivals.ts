import { eq, sql } from 'drizzle-orm'
import type { StopTimer } from '../../ports/clock.ts'
import { projects, sources } from '../../schema/index.ts'
import type { Context } from '../context.ts'

/** Messages of this channel name the source that points or log lines were stored for, and the times of the first and the last of them. */
export const ARRIVAL_CHANNEL = 'omen_arrivals'

/** Notes that data has arrived: for whoever detects on it, at once, and for the project's state, every few seconds. */
export interface Arrivals {
  /** The times of the first and the last sample of a batch that was stored: notes and announces them. */
  mark(sourceId: string, from: number, to: number): void
  /** For the project's state alone. */
  note(sourceId: string, from: number, to: number): void
  /** For whoever detects alone. */
  announce(sourceId: string, from: number, to: number): void
  /** Writes what was not written yet. */
  close(): Promise<void>
}

type ArrivalContext = Pick<Context, 'db' | 'clock' | 'notifications' | 'log'>

const ANNOUNCED_EVERY_MS = 250
const WRITTEN_EVERY_MS = 5000

interface Waiting {
  from: number
  to: number
  arrivedAt: number
}

export function createArrivals(ctx: ArrivalContext): Arrivals {
  const waiting = new Map<string, Waiting>()
  const unannounced = new Map<string, { from: number; to: number }>()
  const announced = new Set<string>()
  const written = new Set<string>()
  const stopTimers = new Set<StopTimer>()
  const underWay = new Set<Promise<void>>()

  /** The first time at once, then at most once an interval. */
  const throttle = (
    { held, noted }: { held: Set<string>; noted: ReadonlyMap<string, unknown> },
    sourceId: string,
    everyMs: number,
    act: () => Promise<void>,
  ): void => {
    if (held.has(sourceId)) return
    held.add(sourceId)
    run(act)
    const stopTimer = ctx.clock.after(everyMs, () => {
      stopTimers.delete(stopTimer)
      held.delete(sourceId)
      if (noted.has(sourceId)) throttle({ held, noted }, sourceId, everyMs, act)
    })
    stopTimers.add(stopTimer)
  }
  const run = (act: () => Promise<void>): void => {
    const acting = act()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the arrival of data was not noted'))
      .finally(() => underWay.delete(acting))
    underWay.add(acting)
  }
  const write = async (sourceId: string): Promise<void> => {
    const noted = waiting.get(sourceId)
    waiting.delete(sourceId)
    if (noted) await writeArrival(ctx, sourceId, noted)
  }
  const publish = async (sourceId: string): Promise<void> => {
    const noted = unannounced.get(sourceId)
    unannounced.delete(sourceId)
    if (noted) await ctx.notifications.publish(ARRIVAL_CHANNEL, `${sourceId} ${noted.from} ${noted.to}`)
  }
  const note = (sourceId: string, from: number, to: number): void => {
    const noted = waiting.get(sourceId) ?? { from, to, arrivedAt: 0 }
    noted.from = Math.min(noted.from, from)
    noted.to = Math.max(noted.to, to)
    noted.arrivedAt = ctx.clock.now()
    waiting.set(sourceId, noted)
    throttle({ held: written, noted: waiting }, sourceId, WRITTEN_EVERY_MS, () => write(sourceId))
  }
  const announce = (sourceId: string, from: number, to: number): void => {
    const before = unannounced.get(sourceId) ?? { from, to }
    unannounced.set(sourceId, { from: Math.min(from, before.from), to: Math.max(to, before.to) })
    throttle({ held: announced, noted: unannounced }, sourceId, ANNOUNCED_EVERY_MS, () => publish(sourceId))
  }
  return {
    mark(sourceId, from, to) {
      announce(sourceId, from, to)
      note(sourceId, from, to)
    },
    note,
    announce,
    async close() {
      for (const stopTimer of stopTimers) stopTimer()
      for (const sourceId of waiting.keys()) run(() => write(sourceId))
      for (const sourceId of unannounced.keys()) run(() => publish(sourceId))
      await Promise.all(underWay)
    },
  }
}

async function writeArrival({ db }: ArrivalContext, sourceId: string, { from, to, arrivedAt }: Waiting): Promise<void> {
  await db
    .update(projects)
    .set({ lastDataAt: arrivedAt, firstDataAt: sql`coalesce(${projects.firstDataAt}, ${arrivedAt})` })
    .where(eq(projects.sourceId, sourceId))
  await db
    .update(sources)
    .set({ fromTime: sql`least(${sources.fromTime}, ${from})`, toTime: sql`greatest(${sources.toTime}, ${to})` })
    .where(eq(sources.id, sourceId))
}
