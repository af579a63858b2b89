import type { JobParameters } from '../../schema/job-parameters.ts'
import type { Progress } from '../../schema/wire-types.ts'
import type { JobRow } from './job-row.ts'

export interface WorkOptions {
  readonly signal: AbortSignal
  report(progress: Progress): void
}

/** A job of one kind, as passed to the function that runs it. */
export type JobWork<Parameters extends JobParameters> = Pick<JobRow, 'id' | 'ownerId' | 'title'> & {
  readonly parameters: Parameters
}
