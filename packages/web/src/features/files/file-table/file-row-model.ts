import { isEnded, type Job, type StoredFile } from '@omen/sdk'
import { jobTarget } from '../../../lib/jobs/ended-jobs.ts'
import type { Upload } from '../upload-queue/upload-model.ts'

/** What a row of the list says of a file, by its own state and its newest job. */
export type FileStanding =
  | 'receiving'
  | 'stored'
  | 'refused'
  | 'expired'
  | 'working'
  | 'failed'
  | 'done'
  | 'rejected'
  | 'ready'

export const standingOf = (file: StoredFile, job: Job | undefined): FileStanding => {
  if (file.state !== 'parsed') return file.state
  if (job !== undefined && !isEnded(job)) return 'working'
  if (job?.state === 'failed') return 'failed'
  if (job !== undefined && jobTarget(job) !== null) return 'done'
  return (file.summary?.rejectedRows ?? 0) > 0 ? 'rejected' : 'ready'
}

/** The newest job of every file; `jobs` has the newest first. */
export const newestJobs = (jobs: readonly Job[]): ReadonlyMap<string, Job> =>
  new Map(jobs.toReversed().flatMap((job) => (job.filename === undefined ? [] : [[job.filename, job]])))

/** Whether its lines can be analysed. */
export const isLog = ({ state, summary }: StoredFile): boolean => state === 'parsed' && summary?.kind === 'logs'

/** Whether models can be trained on and run against it; a stored file is read by the first job. */
export const isTable = ({ state, summary }: StoredFile): boolean =>
  state === 'stored' || (state === 'parsed' && (summary === undefined || summary.kind === 'metrics'))

/** Without what the queue above the list shows, while it is being sent. */
export const withoutSending = (files: readonly StoredFile[], uploads: readonly Upload[]): StoredFile[] => {
  const sending = new Set(uploads.filter(({ state }) => state !== 'stored').map(({ filename }) => filename))
  return files.filter((file) => !sending.has(file.filename))
}

/** Files of this visit, newest first. */
export const justUploaded = (uploads: readonly Upload[]): string[] =>
  uploads.flatMap(({ state, filename }) => (state === 'stored' && filename !== null ? [filename] : [])).toReversed()
