import { sql } from 'drizzle-orm'
import type { Clock } from '../../ports/clock.ts'
import { within } from '../../ports/within.ts'
import { upkeep } from '../../schema/index.ts'
import type { Context } from '../context.ts'
import { countDamage } from '../damage/index.ts'
import { oldestWaiting } from '../jobs/index.ts'

/** A figure is null if the store that provides it did not answer. */
export interface Figures {
  readonly stores: { readonly database: boolean; readonly points: boolean }
  /** Epoch milliseconds; null too where no job waits. */
  readonly oldestWaitingAt: number | null
  readonly freeBytes: number | null
  readonly damaged: number | null
}

export interface Writable {
  readonly database: boolean
  readonly points: boolean
  readonly files: boolean
}

export async function askFigures(ctx: Context): Promise<Figures> {
  const [database, points, oldestWaitingAt, freeBytes, damaged] = await Promise.all([
    answers(ctx.clock, () => ctx.db.execute(sql`select 1`)),
    answers(ctx.clock, () => ctx.points.ping()),
    answerOf(ctx.clock, () => oldestWaiting(ctx)),
    answerOf(ctx.clock, () => ctx.folder.freeBytes()),
    answerOf(ctx.clock, () => countDamage(ctx)),
  ])
  return {
    stores: { database, points },
    oldestWaitingAt: oldestWaitingAt ?? null,
    freeBytes: freeBytes ?? null,
    damaged: damaged ?? null,
  }
}

/** A full or read-only disk still answers reads, so each store is also written to. */
export async function askWritable(ctx: Context): Promise<Writable> {
  const [database, points, files] = await Promise.all([
    answers(ctx.clock, () => writeRow(ctx)),
    answers(ctx.clock, () => ctx.points.probe()),
    answers(ctx.clock, () => ctx.files.probe()),
  ])
  return { database, points, files }
}

const PATIENCE_MS = 5000

/** Whether a store answers in time. */
async function answers(clock: Clock, question: () => PromiseLike<unknown>): Promise<boolean> {
  const answered = await answerOf(clock, async () => {
    await question()
    return true
  })
  return answered ?? false
}

/** Undefined where no answer came in time. */
async function answerOf<T>(clock: Clock, question: () => PromiseLike<T>): Promise<T | undefined> {
  const asked = Promise.resolve()
    .then(question)
    .catch(() => undefined)
  return within(clock, PATIENCE_MS, asked)
}

async function writeRow(ctx: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const updatedAt = ctx.clock.now()
  await ctx.db
    .insert(upkeep)
    .values({ task: 'probe', value: {}, updatedAt })
    .onConflictDoUpdate({ target: upkeep.task, set: { updatedAt } })
}
