import type { OperationHandlers, OperationId } from '../operation.ts'
import { accountOperations } from './accounts.ts'
import { invitationOperations } from './invitations.ts'
import { systemOperations } from './system.ts'
import { tokenOperations } from './tokens.ts'

export const handlers: Partial<OperationHandlers<OperationId>> = {
  ...accountOperations,
  ...invitationOperations,
  ...systemOperations,
  ...tokenOperations,
}
