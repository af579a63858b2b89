import { createInvitation, deleteInvitation, listInvitations } from '../../domain/invitations/index.ts'
import type { OperationHandlers } from '../operation.ts'

export const invitationOperations: OperationHandlers<'listInvitations' | 'createInvitation' | 'deleteInvitation'> = {
  listInvitations: async ({ ctx, caller }) => ({ invitations: await listInvitations(ctx, caller) }),
  createInvitation: async ({ ctx, caller, body }) => ({
    invitation: await createInvitation(ctx, caller, { uses: body.uses ?? 1, expiresAt: body.expiresAt }),
  }),
  deleteInvitation: async ({ ctx, caller, path }) => {
    await deleteInvitation(ctx, caller, path.icode)
    return {}
  },
}
