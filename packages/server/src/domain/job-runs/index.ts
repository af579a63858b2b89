export { cancelJob } from './cancel.ts'
export { jobLane } from './lane.ts'
export { recoverJobs } from './recover.ts'
