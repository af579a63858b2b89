import type { Job } from '@omen/sdk'

/** What became of a log file that was sent. */
export interface UploadedLog {
  path: string
  filename?: string
  jobId?: string
  state: Job['state'] | 'refused'
  lines?: number
  templates?: number
  findings?: number
  url?: string
  error?: { code: string; message: string }
}
