import type { Context } from './domain/context.ts'
import { removeExpired } from './domain/housekeeping.ts'

const housekeepingMs = 3_600_000

/** What a server does besides answering requests. */
export async function startWork(ctx: Context): Promise<{ stop(): void }> {
  const tidy = (): void => {
    removeExpired(ctx).catch((error: unknown) => ctx.log.error({ err: error }, 'housekeeping failed'))
  }
  const timer = setInterval(tidy, housekeepingMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
