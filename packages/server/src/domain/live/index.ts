export { createLiveChanges } from './changes.ts'
export { watchProjects } from './watch.ts'
