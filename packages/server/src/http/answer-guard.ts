import type { FastifyInstance } from 'fastify'
import type { Context } from '../domain/context.ts'
import { watchCredentials } from '../domain/credentials/index.ts'
import type { OpenAnswer } from './open-answers.ts'

/** How long an answer may outlive a missed change of credentials, in ms. */
const AUTHORISE_AGAIN_MS = 30_000

/** Authorises open answers again: at once when credentials of their account change on any server, and at an interval. */
export async function guardOpenAnswers(app: FastifyInstance, ctx: Context): Promise<void> {
  const again = (isMeant: (answer: OpenAnswer) => boolean): void => {
    for (const answer of app.openAnswers) if (isMeant(answer)) void answer.authoriseAgain()
  }
  const stopWatching = await watchCredentials(ctx, {
    onChange: (accountId) => again((answer) => answer.accountId === accountId),
    onMissed: () => again(() => true),
  })
  const stopTimer = ctx.clock.every(AUTHORISE_AGAIN_MS, () => again(() => true))
  app.addHook('onClose', async () => {
    stopTimer()
    await stopWatching()
  })
}
