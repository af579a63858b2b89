export { getLiveAnalysis } from './analysis.ts'
export { createLiveChanges } from './changes.ts'
export { followLive } from './follow.ts'
export { watchProjects } from './watch.ts'
