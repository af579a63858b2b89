import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { basename } from 'node:path'
import type { components } from '../../packages/sdk/src/generated/api.ts'
import { benchPassword, benchUser } from './start-server.ts'

type Job = components['schemas']['Job']
type Fields = Record<string, string>

/** The wire as it is, signed in: nothing between the bench and what it measures. */
export type Api = {
  cookie: string
  get<T>(path: string): Promise<T>
  /** Streams a file to the server; answers its handle. */
  storeFile(path: string): Promise<string>
  /** Starts the work and waits until it has ended well. */
  work(operation: string, fields: Fields): Promise<Job>
}

export async function signIn(origin: string): Promise<Api> {
  const base = `${origin}/api/v1/`
  const response = await fetch(`${base}login-check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: benchUser, password: benchPassword }),
  })
  const { token } = await answerOf<{ token: string }>(response)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ')
  const known = { cookie, 'x-csrf-token': token }

  async function get<T>(path: string, headers: Fields = {}): Promise<T> {
    return answerOf<T>(await fetch(base + path, { headers: { ...known, ...headers } }))
  }

  async function work(operation: string, fields: Fields): Promise<Job> {
    const headers = { ...known, prefer: 'wait=60' }
    const started = await fetch(base + operation, { method: 'POST', headers, body: new URLSearchParams(fields) })
    let { job } = await answerOf<{ job: Job }>(started)
    while (job.state === 'queued' || job.state === 'running') {
      job = (await get<{ job: Job }>(`jobs/${job.id}`, { prefer: 'wait=60' })).job
    }
    if (job.state !== 'done') throw new Error(`${operation} ended as ${job.state}: ${JSON.stringify(job.error)}`)
    return job
  }

  return { cookie, get, work, storeFile: (path) => storeFile(new URL(`${base}files`), path, known) }
}

function storeFile(url: URL, path: string, headers: Fields): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'text/csv',
        'content-length': statSync(path).size,
        'x-file-name': encodeURIComponent(basename(path)),
      },
    })
    outgoing.once('error', reject)
    outgoing.once('response', async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      const answer = JSON.parse(text) as { filename?: string }
      if (answer.filename) resolve(answer.filename)
      else reject(new Error(`The file was not stored: ${text}`))
    })
    createReadStream(path, { highWaterMark: 1 << 20 }).pipe(outgoing)
  })
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
