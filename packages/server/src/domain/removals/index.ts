export { deleteNaming } from './delete-naming.ts'
export { removeRequested, requestedHandles, requestRemoval } from './removals.ts'
export { unlessBackup } from './unless-backup.ts'
export { unlessFull } from './unless-full.ts'
