import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { basename } from 'node:path'
import type { components } from '../../packages/sdk/src/generated/api.ts'
import { BENCH_PASSWORD, BENCH_USER } from './start-server.ts'

export type Job = components['schemas']['Job']
type Fields = Record<string, string>

/** The wire as it is, signed in: nothing between the bench and what it measures. */
export type Api = {
  cookie: string
  get<T>(path: string): Promise<T>
  /** Sends JSON. */
  post<T>(path: string, body: object): Promise<T>
  /** Reads a response of any kind to its end; returns its size in bytes, decompressed. */
  read(path: string): Promise<number>
  /** Streams a file to the server; returns its handle. */
  storeFile(path: string): Promise<string>
  /** Starts the job and waits until it has succeeded. */
  work(operation: string, fields: Fields): Promise<Job>
  /** Only starts it. */
  start(operation: string, fields: Fields): Promise<Job>
  /** Waits until it has succeeded. */
  ended(job: Job): Promise<Job>
}

export async function signIn(origin: string, userName: string = BENCH_USER): Promise<Api> {
  const base = `${origin}/api/v1/`
  const response = await fetch(`${base}login-check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password: BENCH_PASSWORD }),
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

  async function post<T>(path: string, body: object): Promise<T> {
    const headers = { ...known, 'content-type': 'application/json' }
    return answerOf<T>(await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  async function read(path: string): Promise<number> {
    const response = await fetch(base + path, { headers: known })
    const { byteLength } = await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
    return byteLength
  }

  async function start(operation: string, fields: Fields, more: Fields = {}): Promise<Job> {
    const headers = { ...known, ...more }
    const started = await fetch(base + operation, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return (await answerOf<{ job: Job }>(started)).job
  }

  async function ended(job: Job): Promise<Job> {
    let now = job
    while (now.state === 'queued' || now.state === 'running')
      now = (await get<{ job: Job }>(`jobs/${job.id}`, { prefer: 'wait=60' })).job
    if (now.state !== 'done') throw new Error(`${job.title} ended as ${now.state}: ${JSON.stringify(now.error)}`)
    return now
  }

  const work = async (operation: string, fields: Fields): Promise<Job> =>
    ended(await start(operation, fields, { prefer: 'wait=60' }))

  return {
    cookie,
    get,
    post,
    read,
    work,
    start,
    ended,
    storeFile: (path) => storeFile(new URL(`${base}files`), path, known),
  }
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
