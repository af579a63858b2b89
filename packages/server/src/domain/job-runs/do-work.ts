import type { JobResult } from '../../schema/wire-types.ts'
import type { Context } from '../context.ts'
import { detectFile } from '../detections/index.ts'
import type { JobRow, WorkOptions } from '../jobs/index.ts'
import { readLogFile } from '../logs/index.ts'
import { runTraining } from '../models/index.ts'
import { publish } from '../published/index.ts'

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
    case 'logs':
      return readLogFile(ctx, { ...job, parameters }, options)
    case 'publication':
      return publish(ctx, { ...job, parameters }, options)
  }
}
