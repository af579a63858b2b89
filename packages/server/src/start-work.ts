import type { Context } from './domain/context.ts'
import { ensureDemo } from './domain/demo/index.ts'
import { expireFiles, removeOrphans, sweepDatasets } from './domain/files/index.ts'
import { removeExpired } from './domain/housekeeping.ts'
import { startJobs } from './domain/job-runs/index.ts'

const housekeepingMs = 3_600_000

/** What a server does besides answering requests. Before the first request: what a dead server left behind is put in order. */
export async function startWork(ctx: Context): Promise<{ stop(): void }> {
  const report = (what: string) => (error: unknown) => ctx.log.error({ err: error }, `${what} failed`)
  await removeOrphans(ctx)
  await sweepDatasets(ctx)
  const jobs = ctx.settings.role === 'api' ? undefined : await startJobs(ctx)
  if (jobs) ensureDemo(ctx).catch(report('making the demo'))
  const tidy = async (): Promise<void> => {
    await removeExpired(ctx)
    await expireFiles(ctx)
  }
  const timer = setInterval(() => tidy().catch(report('housekeeping')), housekeepingMs).unref()
  return {
    stop: () => {
      clearInterval(timer)
      jobs?.stop()
    },
  }
}
