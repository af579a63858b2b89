export { cancelJob } from './cancel.ts'
export { startJobs } from './start.ts'
