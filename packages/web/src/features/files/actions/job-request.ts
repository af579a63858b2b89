import type { DetectionRun, Job, Training, Update, Visualization } from '@omen/sdk'
import { omen } from '../../../lib/api/omen.ts'

/** The request that started a job, kept so that it can be repeated. */
export type JobRequest =
  | { call: 'training'; fields: Training }
  | { call: 'update'; fields: Update }
  | { call: 'detection'; fields: DetectionRun }
  | { call: 'visualization'; fields: Visualization }
  | { call: 'logs'; fields: { filename: string } }

export const startJob = (request: JobRequest): Promise<Job> => {
  switch (request.call) {
    case 'training':
      return omen.uploads.training(request.fields)
    case 'update':
      return omen.uploads.update(request.fields)
    case 'detection':
      return omen.uploads.detection(request.fields)
    case 'visualization':
      return omen.uploads.visualization(request.fields)
    case 'logs':
      return omen.logs.start(request.fields)
  }
}
