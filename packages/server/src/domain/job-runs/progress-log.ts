import { eq } from 'drizzle-orm'
import { jobs } from '../../schema/index.ts'
import type { Progress } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'

export interface ProgressLog {
  report(progress: Progress): void
  /** Resolves when no write is pending. */
  settle(): Promise<void>
}

const writeEveryMs = 250

/** Writes the newest progress, one write at a time and no more than four a second. */
export function createProgressLog(ctx: Context, jobId: string): ProgressLog {
  let waiting: Progress | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let isWriting = false
  let isSettled = false

  const store = (progress: Progress): Promise<unknown> =>
    ctx.db.update(jobs).set({ progress }).where(eq(jobs.id, jobId)).execute()
  const write = async (): Promise<void> => {
    while (waiting && !isSettled) {
      writing = store(waiting)
      waiting = undefined
      await writing
      ctx.jobChanges.announce(jobId)
      await ctx.clock.sleep(isSettled ? 0 : writeEveryMs)
    }
  }
  return {
    report(progress) {
      waiting = progress
      if (isSettled || isWriting) return
      isWriting = true
      write()
        .catch((error: unknown) => ctx.log.error({ err: error, job: jobId }, 'progress could not be written'))
        .finally(() => {
          isWriting = false
        })
    },
    async settle() {
      isSettled = true
      // On another connection it could overtake the last one. Its error is logged where it was begun.
      await writing.catch(() => {})
      if (waiting) await store(waiting)
    },
  }
}
