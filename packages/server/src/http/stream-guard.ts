import type { FastifyInstance } from 'fastify'
import type { Context } from '../domain/context.ts'
import { watchCredentials } from '../domain/credentials/index.ts'
import type { EventStream } from './sse.ts'

/** How long a stream may outlive a missed change of credentials, in ms. */
const authoriseAgainMs = 30_000

/** Authorises open streams again: at once when credentials of their account change on any server, and at an interval. */
export async function guardStreams(app: FastifyInstance, ctx: Context): Promise<void> {
  const again = (isMeant: (stream: EventStream) => boolean): void => {
    for (const stream of app.eventStreams) if (isMeant(stream)) void stream.authoriseAgain()
  }
  const stopWatching = await watchCredentials(ctx, {
    onChange: (accountId) => again((stream) => stream.accountId === accountId),
    onMissed: () => again(() => true),
  })
  const timer = setInterval(() => again(() => true), authoriseAgainMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await stopWatching()
  })
}
