import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { sampleTable } from '../sample-table.ts'
import type { TestAnswer, TestClient } from '../test-client.ts'
import { sendFile } from '../uploads.ts'
import { ABSENT, change, created, type Expectation } from './expectation.ts'
import { tryAgainMs } from './try-again.ts'

export const ROWS_OF_TABLE = 300
const table = sampleTable({ rows: ROWS_OF_TABLE })

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One of the clients that keep a server busy until it is gone. Each works on things of its own. */
export interface LoadClient {
  readonly name: string
  readonly client: TestClient
  readonly things: Expectation[]
  readonly random: () => number
  count: number
}

/** Between two looks at whether the round is over. */
const SLICE_MS = 50

type Step = (load: LoadClient) => Promise<void>

const steps: readonly Step[] = [
  upload,
  upload,
  uploadInChunks,
  train,
  detect,
  update,
  promote,
  remove,
  issueToken,
  revoke,
]

/** Works until the server is gone. Answers other than success and "try again later" are thrown. */
export function work(load: LoadClient, isOver: () => boolean): Promise<void> {
  return workOn(() => steps[Math.floor(load.random() * steps.length)]!(load), isOver)
}

/** Takes one step after the other, as `work` does. */
export async function workOn(step: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await step()
    } catch (error) {
      if (isOver() || isDeath(error)) return
      if (!(error instanceof TryAgain)) throw error
      await waitUnlessOver(error.afterMs, isOver)
    }
  }
}

/** `fetch` throws a TypeError with a cause where a connection is refused or an answer cut off. */
function isDeath(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined
}

/** The answer of a server that is alive but could not serve the request. */
class TryAgain extends Error {
  readonly afterMs: number
  constructor(afterMs: number) {
    super(`try again in ${afterMs} ms`)
    this.afterMs = afterMs
  }
}

async function waitUnlessOver(ms: number, isOver: () => boolean): Promise<void> {
  for (let left = ms; left > 0 && !isOver(); left -= SLICE_MS) await setTimeout(Math.min(left, SLICE_MS))
}

/** The answer of a request that succeeded. */
export function accepted(answer: TestAnswer): TestAnswer {
  const afterMs = tryAgainMs(answer)
  if (afterMs !== undefined) throw new TryAgain(afterMs)
  if (answer.status >= 300) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}

const named = (load: LoadClient, what: string): string => `${what}-${load.name}-${load.count++}`

function pick(load: LoadClient, kind: Expectation['kind'], state?: RegExp): Expectation | undefined {
  const found = load.things.filter(
    (thing) => thing.kind === kind && thing.allowed.size === 1 && (state ?? /^(?!absent)/).test([...thing.allowed][0]!),
  )
  return found[Math.floor(load.random() * found.length)]
}

async function upload(load: LoadClient): Promise<void> {
  const text = `${table}${' '.repeat(load.count % 50)}\n`
  const { body } = accepted(await sendFile(load.client, `${named(load, 'file')}.csv`, text))
  load.things.push(created('file', body.filename, 'present', sha256(text)))
}

async function uploadInChunks(load: LoadClient): Promise<void> {
  const name = `${named(load, 'chunks')}.csv`
  const first = { 'Content-Range': `bytes 0-4999/${table.length}`, 'X-Content-SHA256': sha256(table) }
  const { body } = accepted(await sendFile(load.client, name, table.slice(0, 5000), first))
  const thing = created('file', body.filename, 'receiving', sha256(table))
  load.things.push(thing)
  const rest = { 'X-Upload-Handle': body.filename, 'Content-Range': `bytes 5000-${table.length - 1}/${table.length}` }
  accepted(await change(thing, 'present', () => sendFile(load.client, name, table.slice(5000), rest)))
}

async function train(load: LoadClient): Promise<void> {
  const file = pick(load, 'file', /^present$/)
  if (!file) return
  const form = {
    uploadFileName: 'training.csv',
    filename: file.id,
    modelName: named(load, 'model'),
    modelType: 'Split',
  }
  const job = await startJob(load, 'upload-training', form)
  const result = await waitFor(load, job)
  load.things.push({ ...created('model', result.versions[0].modelId, 'live 1', form.modelName), versions: 1 })
}

async function update(load: LoadClient): Promise<void> {
  const [file, model] = [pick(load, 'file', /^present$/), pick(load, 'model', /^live/)]
  if (!file || !model) return
  const form = { uploadFileName: 'u.csv', filename: file.id, operation: 'update', modelName: model.secret! }
  const version = model.versions! + 1
  model.allowed.add(`live ${version}`)
  await waitFor(load, await startJob(load, 'upload-update', form))
  model.allowed = new Set([`live ${version}`])
  model.versions = version
}

async function promote(load: LoadClient): Promise<void> {
  const model = pick(load, 'model', /^live/)
  if (!model) return
  const version = 1 + Math.floor(load.random() * model.versions!)
  accepted(await change(model, `live ${version}`, () => load.client.post(`models/${model.id}/promote`, { version })))
}

async function detect(load: LoadClient): Promise<void> {
  const [file, model] = [pick(load, 'file', /^present$/), pick(load, 'model', /^live/)]
  if (!file || !model) return
  const form = { uploadFileName: 'd.csv', filename: file.id, modelName: model.secret!, modelType: 'Split' }
  const result = await waitFor(load, await startJob(load, 'upload-detection', form))
  load.things.push(created('detection', result.detectionId, 'present'))
}

async function remove(load: LoadClient): Promise<void> {
  const kind = (['file', 'model', 'detection'] as const)[Math.floor(load.random() * 3)]!
  const thing = pick(load, kind)
  if (thing) accepted(await change(thing, ABSENT, () => load.client.delete(`${kind}s/${thing.id}`)))
}

async function issueToken(load: LoadClient): Promise<void> {
  const { body } = accepted(await load.client.post('tokens', { name: named(load, 'token'), scopes: ['read'] }))
  load.things.push(created('token', body.token.id, 'works', body.secret))
}

async function revoke(load: LoadClient): Promise<void> {
  const thing = pick(load, 'token', /^works$/)
  if (thing) accepted(await change(thing, ABSENT, () => load.client.delete(`tokens/${thing.id}`)))
}

async function startJob(load: LoadClient, path: string, form: Record<string, string>): Promise<string> {
  const { body } = accepted(await load.client.postForm(path, form))
  load.things.push(created('job', body.job.id, 'done'))
  return body.job.id
}

// biome-ignore lint/suspicious/noExplicitAny: an answer's body
async function waitFor(load: LoadClient, id: string): Promise<any> {
  for (;;) {
    const { job } = accepted(await load.client.get(`jobs/${id}`, { Prefer: 'wait=30' })).body
    if (job.state === 'done') return job.result
    if (job.state !== 'queued' && job.state !== 'running') throw new Error(`job ${id}: ${JSON.stringify(job)}`)
  }
}
