import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { detectFile } from '../detections/index.ts'
import type { JobRow, WorkOptions } from '../jobs/index.ts'
import { runTraining } from '../models/index.ts'

/** The work of each kind of job. */
export function doWork(ctx: Context, job: JobRow, options: WorkOptions): Promise<JobResult> {
  const { parameters } = job
  switch (parameters.kind) {
    case 'training':
    case 'update':
      return runTraining(ctx, { ...job, parameters }, options)
    case 'detection':
    case 'visualization':
      return detectFile(ctx, { ...job, parameters }, options)
  }
}
