import type { Job } from '@omen/sdk'
import { describe, expect, it } from 'vitest'
import { endedJobs, jobPace, jobShare, jobTarget, replaceJob } from './ended-jobs.ts'

const job = (id: string, state: Job['state'], extra: Partial<Job> = {}): Job => ({
  id,
  kind: 'training',
  state,
  createdAt: 0,
  progress: { done: 0, total: 0, unit: 'rows' },
  ...extra,
})

describe('endedJobs', () => {
  it('returns those that were running before', () => {
    const before = [job('a', 'running'), job('b', 'queued'), job('c', 'running')]
    const now = [job('a', 'done'), job('b', 'failed'), job('c', 'running')]
    expect(endedJobs(before, now).map(({ id }) => id)).toEqual(['a', 'b'])
  })
  it('ignores jobs that ended before the page was opened', () => {
    expect(endedJobs([], [job('a', 'done')])).toEqual([])
    expect(endedJobs([job('a', 'done')], [job('a', 'done')])).toEqual([])
  })
})

describe('replaceJob', () => {
  it('replaces an existing job in position', () => {
    expect(replaceJob([job('a', 'queued'), job('b', 'queued')], job('b', 'done')).map(({ state }) => state)).toEqual([
      'queued',
      'done',
    ])
  })
  it('puts a new job first', () => expect(replaceJob([job('a', 'done')], job('b', 'queued'))[0]?.id).toBe('b'))
})

describe('jobShare', () => {
  it('is unknown while the total is', () => expect(jobShare(job('a', 'running'))).toBeNull())
  it('is one when done, regardless of the count', () => expect(jobShare(job('a', 'done'))).toBe(1))
  it('never exceeds one', () => {
    expect(jobShare(job('a', 'running', { progress: { done: 12, total: 10, unit: 'rows' } }))).toBe(1)
  })
})

describe('jobPace', () => {
  const running = job('a', 'running', { startedAt: 1000, progress: { done: 250, total: 1000, unit: 'rows' } })
  it('extrapolates the remaining time', () =>
    expect(jobPace(running, 2000)).toEqual({ perSecond: 250, remainingMs: 3000 }))
  it('is null for the first half second', () => expect(jobPace(running, 1200)).toBeNull())
})

describe('jobTarget', () => {
  it('is the detection', () =>
    expect(jobTarget(job('a', 'done', { result: { detectionId: 'd' } }))).toBe('/detections/d'))
  it('is null while it runs', () => expect(jobTarget(job('a', 'running', { result: { detectionId: 'd' } }))).toBeNull())
})
