export { cancelJob } from './cancel.ts'
export { type RunningJobs, startJobs } from './start.ts'
