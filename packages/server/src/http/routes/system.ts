import { serverVersion } from '../../config/server-version.ts'
import { checkHealth } from '../../domain/health/index.ts'
import document from '../../generated/openapi.json' with { type: 'json' }
import type { OperationHandlers } from '../operation.ts'
import { sendDocument } from '../send-document.ts'

export const systemOperations: OperationHandlers<'getHealth' | 'getVersion' | 'getOpenapi'> = {
  getHealth: async ({ ctx, reply }) => {
    const { isServing, ...health } = await checkHealth(ctx)
    if (!isServing) reply.code(503)
    return { success: isServing, ...health }
  },
  getOpenapi: ({ ctx, reply }) => sendDocument(reply, ctx.settings.apiBase),
  getVersion: async ({ ctx }) => ({
    version: serverVersion,
    api: document.info.version,
    requiresInvitation: ctx.settings.requireInvitation,
  }),
}
