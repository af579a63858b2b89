import { isDiskFull } from '../../ports/disk-full.ts'
import type { Context } from '../context.ts'

/** Tidies up after a deletion that is done. What a full disk prevents is left to the next sweep. */
export async function unlessFull(ctx: Pick<Context, 'log'>, tidy: () => Promise<void>): Promise<void> {
  try {
    await tidy()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    ctx.log.warn({ err: error }, 'the disk is full: what was deleted is removed from the stores later')
  }
}
