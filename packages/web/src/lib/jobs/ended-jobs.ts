import { isEnded, type Job } from '@omen/sdk'
import { fileLogsPath } from '../logs/logs-path.ts'

/** Jobs that were active before and have ended now; jobs never seen running are not reported. */
export const endedJobs = (before: readonly Job[], now: readonly Job[]): Job[] => {
  const active = new Set(before.filter((job) => !isEnded(job)).map((job) => job.id))
  return now.filter((job) => isEnded(job) && active.has(job.id))
}

export const replaceJob = (jobs: readonly Job[], changed: Job): Job[] =>
  jobs.some((job) => job.id === changed.id)
    ? jobs.map((job) => (job.id === changed.id ? changed : job))
    : [changed, ...jobs]

/** Completed share, 0 to 1; null while the total is unknown. */
export const jobShare = ({ state, progress }: Pick<Job, 'state' | 'progress'>): number | null => {
  if (state === 'done') return 1
  return progress.total > 0 ? Math.min(progress.done / progress.total, 1) : null
}

/** Units per second and remaining time; null until there is a meaningful rate. */
export const jobPace = (job: Job, now: number): { perSecond: number; remainingMs: number } | null => {
  const { done, total } = job.progress
  if (job.state !== 'running' || job.startedAt == null || done <= 0 || total <= done) return null
  const elapsedMs = now - job.startedAt
  if (elapsedMs < 500) return null
  return { perSecond: (done / elapsedMs) * 1000, remainingMs: ((total - done) * elapsedMs) / done }
}

/** Address of the result of a done job. */
export const jobTarget = ({ state, result }: Pick<Job, 'state' | 'result'>): string | null => {
  if (state !== 'done') return null
  if (result?.publishedId !== undefined) return `/published/${result.publishedId}`
  if (result?.logs !== undefined) return fileLogsPath(result.logs.filename)
  if (result?.detectionId !== undefined) return `/detections/${result.detectionId}`
  const version = result?.versions?.[0]
  return version ? `/models/${version.modelId}` : null
}
