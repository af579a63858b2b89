import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createTestClient, type TestClient } from '../test-client.ts'
import { absent, type Expectation } from './expectation.ts'
import { rowsOfTable } from './load.ts'
import { askUntilServed } from './try-again.ts'

export interface Inspection {
  readonly admin: TestClient
  readonly api: string
  readonly data: string
}

/** Compares everything with what was acknowledged; gives one line for each thing that is not as it was. */
export async function findLosses(on: Inspection, things: readonly Expectation[]): Promise<string[]> {
  const losses: string[] = []
  // Jobs first: their results exist once they are done.
  for (const kind of ['job', 'file', 'model', 'detection', 'token'] as const)
    for (const thing of things.filter((one) => one.kind === kind)) {
      const state = await stateOf(on, thing)
      if (!thing.allowed.has(state))
        losses.push(`${kind} ${thing.id} is ${state}, not ${[...thing.allowed].join(' or ')}`)
      thing.allowed = new Set([state])
    }
  return losses
}

/** Jobs that nobody works on although nobody sends any. */
export async function countWaitingJobs({ admin }: Inspection): Promise<number> {
  const queued = await askUntilServed(() => admin.get('jobs?state=queued'))
  const running = await askUntilServed(() => admin.get('jobs?state=running'))
  return queued.body.page.total + running.body.page.total
}

function stateOf(on: Inspection, thing: Expectation): Promise<string> {
  const inspect = {
    file: stateOfFile,
    model: stateOfModel,
    detection: stateOfDetection,
    job: stateOfJob,
    token: stateOfToken,
  }
  return inspect[thing.kind](on, thing)
}

async function stateOfFile({ admin, data }: Inspection, { id, secret }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`files/${id}`))
  if (status === 404) return absent
  if (status !== 200) return `answered by ${status} ${JSON.stringify(body)}`
  if (body.file.state === 'receiving') return body.file.receivedBytes >= 5000 ? 'receiving' : 'receiving, cut short'
  if (body.file.sha256 !== secret) return 'another file'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(join(data, 'files', 'files', id))) hash.update(chunk as Buffer)
  return hash.digest('hex') === secret ? 'present' : 'damaged on the disk'
}

async function stateOfModel({ admin }: Inspection, { id, secret }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`models/${id}`))
  if (status === 404) return absent
  const form = { modelName: secret!, modelType: 'Split' }
  const shown = await askUntilServed(() => admin.postForm('upload-display', form))
  if (shown.status !== 200) return `shown by ${shown.status} ${JSON.stringify(shown.body)}`
  return `live ${body.model.live?.version}`
}

async function stateOfDetection({ admin }: Inspection, { id }: Expectation): Promise<string> {
  const path = `detections/${id}/series?buckets=10&seriesIds=cpu[node1]`
  const { status, body } = await askUntilServed(() => admin.get(path))
  if (status === 404) return absent
  if (status !== 200) return `answered by ${status} ${JSON.stringify(body)}`
  const rows = body.series[0].count.reduce((sum: number, count: number) => sum + count, 0)
  const isScored = body.degree.every((degree: number | null) => degree !== null)
  return rows === rowsOfTable && isScored ? 'present' : `${rows} rows, ${isScored ? '' : 'not '}scored`
}

async function stateOfJob({ admin }: Inspection, { id }: Expectation): Promise<string> {
  const { status, body } = await askUntilServed(() => admin.get(`jobs/${id}`, { Prefer: 'wait=50' }))
  if (status !== 200) return `answered by ${status}`
  return body.job.error ? `failed with ${JSON.stringify(body.job.error)}` : body.job.state
}

async function stateOfToken({ api }: Inspection, { secret }: Expectation): Promise<string> {
  const client = createTestClient(api, { bearer: secret! })
  const { status } = await askUntilServed(() => client.get('session'))
  return status === 200 ? 'works' : status === 401 ? absent : `answered by ${status}`
}
