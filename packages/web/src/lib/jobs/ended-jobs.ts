import { isEnded, type Job } from '@omen/sdk'

/** Jobs that were seen active before and have ended now; those that nobody saw run are no news. */
export const endedJobs = (before: readonly Job[], now: readonly Job[]): Job[] => {
  const active = new Set(before.filter((job) => !isEnded(job)).map((job) => job.id))
  return now.filter((job) => isEnded(job) && active.has(job.id))
}

export const replaceJob = (jobs: readonly Job[], changed: Job): Job[] =>
  jobs.some((job) => job.id === changed.id)
    ? jobs.map((job) => (job.id === changed.id ? changed : job))
    : [changed, ...jobs]

/** Done, as a share of one; null while the total is not known. */
export const jobShare = ({ state, progress }: Pick<Job, 'state' | 'progress'>): number | null => {
  if (state === 'done') return 1
  return progress.total > 0 ? Math.min(progress.done / progress.total, 1) : null
}

/** Units a second and what is left at that pace; null before there is a pace to speak of. */
export const jobPace = (job: Job, now: number): { perSecond: number; remainingMs: number } | null => {
  const { done, total } = job.progress
  if (job.state !== 'running' || job.startedAt == null || done <= 0 || total <= done) return null
  const elapsedMs = now - job.startedAt
  if (elapsedMs < 500) return null
  return { perSecond: (done / elapsedMs) * 1000, remainingMs: ((total - done) * elapsedMs) / done }
}

/** Where a done job leads. */
export const jobTarget = ({ state, result }: Pick<Job, 'state' | 'result'>): string | null => {
  if (state !== 'done') return null
  if (result?.detectionId !== undefined) return `/detections/${result.detectionId}`
  const version = result?.versions?.[0]
  return version ? `/models/${version.modelId}` : null
}
