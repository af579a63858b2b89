export { buildOfflineFile } from './build-offline-file.ts'
export type { OfflineFact } from './offline-content.ts'
