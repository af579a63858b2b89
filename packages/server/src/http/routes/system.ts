import { checkHealth } from '../../domain/health/index.ts'
import type { OperationHandlers } from '../operation.ts'
import { sendDocument } from '../send-document.ts'
import { apiVersion, serverVersion } from '../versions.ts'

export const systemOperations: OperationHandlers<'getHealth' | 'getVersion' | 'getOpenapi'> = {
  getHealth: async ({ ctx, reply }) => {
    const { isServing, ...health } = await checkHealth(ctx)
    if (!isServing) reply.code(503)
    return { success: isServing, ...health }
  },
  getOpenapi: async ({ ctx, header, reply }) => sendDocument(reply, ctx.settings.apiBase, header['If-None-Match']),
  getVersion: async ({ ctx }) => ({
    version: serverVersion,
    api: apiVersion,
    requiresInvitation: ctx.settings.requireInvitation,
  }),
}
