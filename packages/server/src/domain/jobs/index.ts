export { createDoneJob, createJob, type NewJob } from './create.ts'
export { followJob, getJob } from './get.ts'
export type {
  DetectionParameters,
  JobParameters,
  LearnParameters,
  VersionTarget,
  VisualizationParameters,
} from './job-parameters.ts'
export { type JobRow, toJob } from './job-row.ts'
export { listJobs } from './list.ts'
export type { JobWork, WorkOptions } from './work-options.ts'
