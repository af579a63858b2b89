import {
  acknowledgeByLink,
  readAcknowledgeLink,
  readUnsubscribeLink,
  unsubscribeByLink,
  unsubscribePage,
} from '../../domain/alert-links/index.ts'
import { readParts } from '../multipart.ts'
import type { OperationHandlers } from '../operation.ts'

type AlertMailOperation = 'getAcknowledgeLink' | 'acknowledgeByLink' | 'getUnsubscribeLink' | 'unsubscribeByLink'

/** Links in mails, which need no login: their tokens say for what and for whom they are. */
export const alertMailOperations: OperationHandlers<AlertMailOperation> = {
  getAcknowledgeLink: async ({ ctx, query, locale }) => ({
    incident: await readAcknowledgeLink(ctx, query.token, locale),
  }),
  acknowledgeByLink: async ({ ctx, query, locale }) => ({
    incident: await acknowledgeByLink(ctx, query.token, locale),
  }),
  getUnsubscribeLink: async ({ ctx, query, request, reply }) => {
    if (!request.headers.accept?.includes('text/html'))
      return { subscription: await readUnsubscribeLink(ctx, query.token) }
    reply.redirect(unsubscribePage(query.token), 303)
  },
  unsubscribeByLink: async ({ ctx, query, body, request }) => {
    const isMultipart = body === undefined
    if (isMultipart) for await (const _ of readParts(request));
    const { unsubscribed = true } = { ...body }
    return { subscription: await unsubscribeByLink(ctx, query.token, unsubscribed) }
  },
}
