import { createToken, deleteToken, listTokens } from '../../domain/tokens/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const tokenOperations: OperationHandlers<'listTokens' | 'createToken' | 'deleteToken'> = {
  listTokens: async ({ ctx, caller }) => ({ tokens: await listTokens(ctx, caller) }),
  createToken: async ({ ctx, caller, body }) => createToken(ctx, caller, body),
  deleteToken: async ({ ctx, caller, path }) => {
    await deleteToken(ctx, caller, path.id)
    return {}
  },
}
