import type { AccountContext } from './context.ts'

/** Runs work whose duration and outcome must be hidden from the caller; errors are only logged. */
export function inBackground(ctx: Pick<AccountContext, 'log'>, what: string, work: () => Promise<void>): void {
  work().catch((error: unknown) => ctx.log.error({ err: error }, `${what} failed`))
}
