import { followLive, getLiveAnalysis, giveLiveVerdict, requireFollowable } from '../../domain/live/index.ts'
import type { OperationHandlers, OperationInput } from '../operation.ts'
import { openEventStream } from '../sse.ts'

export const liveOperations: OperationHandlers<'getLiveAnalysis' | 'giveLiveVerdict'> = {
  async getLiveAnalysis(input) {
    const { ctx, caller, request, reply, authorise } = input
    const wanted = requestOf(input)
    if (!request.headers.accept?.includes('text/event-stream')) return getLiveAnalysis(ctx, caller, wanted)
    // Before the stream is open, an error can still be returned.
    await requireFollowable(ctx, caller, wanted)
    const stream = openEventStream(request, reply, { authorise, clock: ctx.clock })
    try {
      await stream.authoriseAgain()
      for await (const event of followLive(ctx, caller, wanted, stream.closed)) {
        if (event.kind === 'rows') stream.send('rows', event.data, event.id)
        else if (event.kind === 'removed') stream.send('removed', { message: event.message })
        else stream.send('reset', {})
        await stream.drained()
      }
    } finally {
      stream.end()
    }
    return undefined
  },
  giveLiveVerdict: ({ ctx, caller, path, body }) =>
    giveLiveVerdict(ctx, caller, { ...path, ...body, dryRun: body.dryRun ?? false }),
}

function requestOf({ query, header, locale }: OperationInput<'getLiveAnalysis'>) {
  const last = header['Last-Event-ID']
  const { buckets } = query as Required<typeof query>
  return { ...query, buckets, locale, since: last === undefined ? query.since : Number(last) }
}
