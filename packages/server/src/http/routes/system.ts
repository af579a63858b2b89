import { checkHealth } from '../health.ts'
import type { OperationHandlers } from '../operation.ts'
import { apiVersion, serverVersion } from '../versions.ts'

export const systemOperations: OperationHandlers<'getHealth' | 'getVersion'> = {
  getHealth: async ({ ctx, reply }) => {
    const health = await checkHealth(ctx)
    const isWell = health.state === 'ok'
    if (!isWell) reply.code(503)
    return { success: isWell, ...health }
  },
  getVersion: async ({ ctx }) => ({
    version: serverVersion,
    api: apiVersion,
    requiresInvitation: ctx.settings.requireInvitation,
  }),
}
