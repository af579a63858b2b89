import type { Progress } from '../wire-types.ts'
import type { JobParameters } from './job-parameters.ts'
import type { JobRow } from './job-row.ts'

export interface WorkOptions {
  readonly signal: AbortSignal
  report(progress: Progress): void
}

/** A job of a certain kind, as the verb that does it gets it. */
export type JobWork<Parameters extends JobParameters> = Pick<JobRow, 'id' | 'ownerId' | 'title'> & {
  readonly parameters: Parameters
}
