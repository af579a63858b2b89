export type {
  DetectionParameters,
  PublicationParameters,
  TrainingParameters,
  VersionTarget,
  VisualizationParameters,
} from '../../schema/job-parameters.ts'
export { createJobChanges } from './changes.ts'
export { createDoneJob, createJob } from './create.ts'
export { followJob, getJob } from './get.ts'
export { type JobRow, jobFilename } from './job-row.ts'
export { listJobs } from './list.ts'
export { findJobOfRequest, requestStillAtWork } from './of-request.ts'
export { oldestWaiting } from './oldest-waiting.ts'
export type { JobWork, WorkOptions } from './work-options.ts'
