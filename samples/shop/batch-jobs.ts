import { hashUnit } from './random.ts'
import type { Role } from './roles.ts'
import { DAY, HOUR, MINUTE, overlap } from './time.ts'

/** Work that comes by the clock. `adds` is what it costs while it runs; `heap` multiplies the allocation rate. */
export type BatchJob = {
  name: string
  role: Role
  everyMs: number
  atMs: number
  forMs: number
  adds: { cpu: number; diskRead: number; diskWrite: number; networkSend: number; heap: number }
}

export const BATCH_JOBS: readonly BatchJob[] = [
  {
    name: 'backup',
    role: 'db',
    everyMs: DAY,
    atMs: 2.5 * HOUR,
    forMs: 50 * MINUTE,
    adds: { cpu: 11, diskRead: 48, diskWrite: 0, networkSend: 36, heap: 0 },
  },
  {
    name: 'reindex',
    role: 'search',
    everyMs: 6 * HOUR,
    atMs: 75 * MINUTE,
    forMs: 22 * MINUTE,
    adds: { cpu: 17, diskRead: 8, diskWrite: 14, networkSend: 0, heap: 1.5 },
  },
  {
    name: 'settlement',
    role: 'orders',
    everyMs: DAY,
    atMs: 5 * HOUR,
    forMs: 30 * MINUTE,
    adds: { cpu: 21, diskRead: 3, diskWrite: 5, networkSend: 1, heap: 2 },
  },
  {
    name: 'log rotation',
    role: 'web',
    everyMs: HOUR,
    atMs: 0,
    forMs: 2 * MINUTE,
    adds: { cpu: 2, diskRead: 6, diskWrite: 6, networkSend: 0, heap: 0 },
  },
]

export type JobRun = { job: BatchJob; from: number; to: number }

/** The run of a job that may touch the moment: a start is up to three minutes late, a run up to a fifth longer or shorter. */
export function jobRunAt(job: BatchJob, node: number, seed: number, time: number): JobRun {
  const occurrence = Math.floor((time - job.atMs) / job.everyMs)
  const late = hashUnit(seed, job.atMs, node, occurrence) * Math.min(3 * MINUTE, job.forMs)
  const stretch = 0.8 + 0.4 * hashUnit(seed, job.forMs, node, occurrence)
  const from = occurrence * job.everyMs + job.atMs + late
  return { job, from, to: from + job.forMs * stretch }
}

/** How much of the sample the job ran, 0 to 1. */
export function jobShare(job: BatchJob, node: number, seed: number, time: number, stepMs: number): number {
  const run = jobRunAt(job, node, seed, time + stepMs - 1)
  return overlap(time, stepMs, run.from, run.to)
}
