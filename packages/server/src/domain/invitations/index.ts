export { createInvitation } from './create.ts'
export { deleteInvitation } from './delete.ts'
export { listInvitations } from './list.ts'
export { redeemInvitation, requireUsableInvitation } from './redeem.ts'
