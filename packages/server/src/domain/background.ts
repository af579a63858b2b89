import type { AccountContext } from './context.ts'

/** For work whose duration and outcome the asker must not see; what goes wrong is only logged. */
export function inBackground(ctx: Pick<AccountContext, 'log'>, what: string, work: () => Promise<void>): void {
  work().catch((error: unknown) => ctx.log.error({ err: error }, `${what} failed`))
}
