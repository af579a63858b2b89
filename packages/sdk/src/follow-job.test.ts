import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createOmen } from './create-omen.ts'
import { jobResult } from './follow-job.ts'
import { type Answer, type Received, serve } from './testing/serve.ts'
import { testClock } from './testing/test-clock.ts'
import type { Job } from './types.ts'

function jobAt(done: number, state: Job['state'] = 'running'): Job {
  return { id: 'j', kind: 'training', state, createdAt: 0, progress: { done, total: 10, unit: 'rows' } }
}

function events(jobs: Job[], finish: (response: ServerResponse) => void = (response) => response.end()): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(': still here\n\nevent: other\ndata: {}\n\n')
    const text = jobs.map((job) => `event: job\ndata: ${JSON.stringify(job)}\n\n`).join('')
    response.write(text.slice(0, 25), () => response.write(text.slice(25), () => finish(response)))
  }
}

const isStream = ({ path }: Received) => path.endsWith('/events')
const asJson = (job: Job): Answer => ({ json: { success: true, job } })
const ABSENT: Answer = { status: 404, json: { success: false, code: 'NOT_FOUND', message: 'No.', requestId: 'r' } }

async function followed(answer: (request: Received, count: number) => Answer) {
  const server = await serve(answer)
  const omen = createOmen({ baseUrl: server.baseUrl, clock: testClock() })
  const seen: number[] = []
  const job = await omen.jobs.follow('j', { onProgress: (one) => seen.push(one.progress.done) })
  return { job, seen, ...server }
}

describe('jobs.follow', () => {
  it('reports every event of the stream and resolves with the ended job', async () => {
    const { job, seen, received } = await followed(() => events([jobAt(1), jobAt(5), jobAt(10, 'done')]))
    expect(job.state).toBe('done')
    expect(seen).toEqual([1, 5, 10])
    expect(received).toHaveLength(1)
    expect(received[0]?.headers.accept).toBe('text/event-stream')
  })

  it('polls the job and opens a new stream when one breaks off', async () => {
    let streams = 0
    const { seen } = await followed((request) => {
      if (!isStream(request)) return asJson(jobAt(4))
      streams++
      return streams === 1 ? events([jobAt(2)], (one) => one.destroy()) : events([jobAt(10, 'done')])
    })
    expect(seen).toEqual([2, 4, 10])
  })

  it('polls if streams do not come through, and stops trying them', async () => {
    let polls = 0
    const { seen, received } = await followed((request) => {
      if (isStream(request)) return { status: 502, text: '' }
      return asJson(++polls < 6 ? jobAt(polls) : jobAt(10, 'done'))
    })
    expect(seen).toEqual([1, 2, 3, 4, 5, 10])
    const tried = received.filter(isStream)
    // Three times, each with the four attempts of a GET.
    expect(tried).toHaveLength(12)
  })

  it('survives a restart of the server', async () => {
    const { job } = await followed((_, count) => (count < 12 ? (one) => one.destroy() : events([jobAt(10, 'done')])))
    expect(job.state).toBe('done')
  })

  it('resolves with a failed job, for jobResult to throw its error', async () => {
    const error = { code: 'NOT_ENOUGH_DATA' as const, message: 'Needs 50 rows.' }
    const { job } = await followed(() => events([{ ...jobAt(0, 'failed'), error }]))
    expect(() => jobResult(job)).toThrow(
      expect.objectContaining({ code: 'NOT_ENOUGH_DATA', message: 'Needs 50 rows.' }),
    )
  })

  it('throws for an unknown job', async () => {
    await expect(followed(() => ABSENT)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('stops when its caller aborts', async () => {
    const { baseUrl } = await serve(() => events([jobAt(1)], () => {}))
    const stop = new AbortController()
    const following = createOmen({ baseUrl }).jobs.follow('j', { onProgress: () => stop.abort(), signal: stop.signal })
    await expect(following).rejects.toMatchObject({ kind: 'aborted' })
  })

  it('gives up with a timeout after its time limit', async () => {
    const { baseUrl } = await serve(() => events([jobAt(1)], () => {}))
    const waiting = createOmen({ baseUrl }).jobs.wait('j', { timeoutMs: 60 })
    await expect(waiting).rejects.toMatchObject({ kind: 'timeout', message: 'Your request timed out' })
  })
})

describe('jobResult', () => {
  it('returns the result of a done job, or an empty one', () => {
    expect(jobResult({ ...jobAt(10, 'done'), result: { detectionId: 'd' } })).toEqual({ detectionId: 'd' })
    expect(jobResult(jobAt(10, 'done'))).toEqual({})
  })

  it('throws for a job that was cancelled or has not ended', () => {
    expect(() => jobResult(jobAt(1, 'cancelled'))).toThrow(expect.objectContaining({ code: 'JOB_CANCELLED' }))
    expect(() => jobResult(jobAt(1))).toThrow('The job is running')
  })
})
