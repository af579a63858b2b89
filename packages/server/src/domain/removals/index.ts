export { removeRequested, requestedHandles, requestRemoval } from './removals.ts'
export { unlessBackup } from './unless-backup.ts'
