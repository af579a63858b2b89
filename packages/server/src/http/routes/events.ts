import { addEvent, deleteEvent, listEvents, receiveWebhook } from '../../domain/events/index.ts'
import { withIngestBody } from '../ingest-body.ts'
import type { OperationHandlers } from '../operation.ts'

type EventOperation = 'listEvents' | 'addEvent' | 'deleteEvent' | 'ingestWebhook'

export const eventOperations: OperationHandlers<EventOperation> = {
  listEvents: ({ ctx, caller, query }) => listEvents(ctx, caller, query as Required<typeof query>),
  addEvent: async ({ ctx, caller, body }) => ({ event: await addEvent(ctx, caller, body) }),
  deleteEvent: async ({ ctx, caller, path }) => {
    await deleteEvent(ctx, caller, path.id)
    return {}
  },
  ingestWebhook: ({ ctx, sender, path, query, request, reply }) =>
    withIngestBody({ ctx, request, reply, accountId: sender.accountId }, (body) =>
      receiveWebhook(ctx, sender, {
        provider: path.provider,
        body,
        hook: query.hook,
        environment: query.environment,
        contentType: request.headers['content-type'] ?? '',
        event: headerOf(request.headers['x-github-event']) ?? '',
        signature: headerOf(request.headers['x-hub-signature-256']),
      }),
    ),
}

function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
