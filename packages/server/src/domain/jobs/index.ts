export { createDoneJob, createJob } from './create.ts'
export { followJob, getJob } from './get.ts'
export type {
  DetectionParameters,
  LearnParameters,
  VersionTarget,
  VisualizationParameters,
} from './job-parameters.ts'
export type { JobRow } from './job-row.ts'
export { listJobs } from './list.ts'
export type { JobWork, WorkOptions } from './work-options.ts'
