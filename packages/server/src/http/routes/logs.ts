import {
  getLogAnalysis,
  getLogTemplate,
  openTail,
  searchLogLines,
  setLogTemplate,
  startLogAnalysis,
  tailLogLines,
} from '../../domain/logs/index.ts'
import type { OperationHandlers } from '../operation.ts'
import { openEventStream } from '../sse.ts'
import { answerJob } from './jobs.ts'

export const logAnalysisOperations: OperationHandlers<
  'getLogAnalysis' | 'startLogAnalysis' | 'searchLogLines' | 'tailLogLines' | 'getLogTemplate' | 'setLogTemplate'
> = {
  getLogAnalysis: ({ ctx, caller, query, locale }) => getLogAnalysis(ctx, caller, { ...withDefaults(query), locale }),
  startLogAnalysis: async (input) => {
    const { ctx, caller, body, header } = input
    const row = await startLogAnalysis(ctx, caller, { again: false, ...body })
    return answerJob(input, row, header.Prefer)
  },
  searchLogLines: ({ ctx, caller, query }) => searchLogLines(ctx, caller, withDefaults(query)),
  async tailLogLines({ ctx, caller, query, locale, request, reply, authorise }) {
    const wanted = { ...query, locale }
    // Before the stream is open, an error can still be returned.
    const opened = await openTail(ctx, caller, wanted)
    const stream = openEventStream(request, reply, { authorise, clock: ctx.clock })
    try {
      await stream.authoriseAgain()
      for await (const event of tailLogLines(ctx, caller, opened, wanted, stream.closed)) {
        if (event.kind === 'lines') stream.send('lines', event.data)
        else stream.send('removed', { message: event.message })
        await stream.drained()
      }
    } finally {
      stream.end()
    }
    return undefined
  },
  getLogTemplate: ({ ctx, caller, path, query, locale }) =>
    getLogTemplate(ctx, caller, { ...withDefaults(query), ...path, locale }),
  setLogTemplate: ({ ctx, caller, path, body }) =>
    setLogTemplate(ctx, caller, { ...path, ...body, dryRun: body.dryRun ?? false }),
}

/** Where the description has a default, the value is always there. */
function withDefaults<Query extends object>(query: Query): Query & Required<Pick<Query, DefaultedIn<Query>>> {
  return query as Query & Required<Pick<Query, DefaultedIn<Query>>>
}

type Defaulted = 'kind' | 'ignored' | 'buckets' | 'page' | 'pageSize' | 'order' | 'limit'
type DefaultedIn<Query> = Extract<keyof Query, Defaulted>
