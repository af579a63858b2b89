export { runMetered } from './metered.ts'
export { addProcessorTime } from './processor-time.ts'
export { requireJobRoom } from './require-job-room.ts'
export { remainingStorage, requireStorage } from './require-storage.ts'
