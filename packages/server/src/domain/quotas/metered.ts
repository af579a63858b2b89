import type { Context } from '../context.ts'
import { addProcessorTime } from './processor-time.ts'

/** Runs work and charges the processor time of its worker threads to the account, whatever the outcome. */
export async function runMetered<T>(ctx: Context, accountId: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  let processorMs = 0
  const compute = ctx.compute.metered((ms) => {
    processorMs += ms
  })
  try {
    return await work({ ...ctx, compute })
  } finally {
    await addProcessorTime(ctx, accountId, processorMs).catch((error: unknown) =>
      ctx.log.warn({ err: error, account: accountId }, 'processor time was not recorded'),
    )
  }
}
