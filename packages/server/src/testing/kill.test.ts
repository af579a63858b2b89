import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { TestClient } from './test-client.ts'
import { sendFile, storeText, train } from './uploads.ts'

/** Every round kills the server in the middle of two uploads, a training and a detection. */
const rounds = Number(process.env.OMEN_TEST_KILLS ?? 10)

const data = mkdtempSync(join(tmpdir(), 'omen-kill-'))
const small = sampleTable({ rows: 300 })
const large = sampleTable({ rows: 4000, nodes: 10 })
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

let server: ServerProcess
let client: TestClient
const start = async (): Promise<void> => {
  server = await startServerProcess(data, { OMEN_WORKERS: '2' })
  client = await server.admin()
}
beforeAll(start, 60_000)
afterAll(async () => {
  await server.kill()
  rmSync(data, { recursive: true, force: true })
})

/** What the server has acknowledged; none of it may ever be missing. */
const acknowledged = {
  files: new Map<string, string>(),
  jobs: new Set<string>(),
  models: new Set<string>(),
  detections: new Set<string>(),
}

it(`loses nothing that it acknowledged in ${rounds} deaths`, { timeout: rounds * 60_000 }, async () => {
  const first = await train(client, 'base', large)
  expect(first.body.job.state).toBe('done')
  for (let round = 0; round < rounds; round++) {
    const upload = await beginUploads(round)
    await beginJobs(round)
    await pause(40 + 90 * round)
    await server.kill()
    await start()
    await checkFiles()
    await checkNoHalfModel()
    await finishUpload(upload)
    await checkJobs()
    await checkModels()
    await checkDetections()
  }
  expect(await server.stop()).toBe(0)
  await start()
  await checkFiles()
  await checkModels()
})

/** One upload that can be resumed and one that cannot; both have more to send when the server dies. */
async function beginUploads(round: number): Promise<{ handle: string; text: string }> {
  const text = `${small}${' '.repeat(round)}`
  const piece = text.slice(0, 5000)
  const { body } = await sendFile(client, `resumed-${round}.csv`, piece, {
    'Content-Range': `bytes 0-4999/${text.length}`,
    'X-Content-SHA256': sha256(text),
  })
  expect(body.receivedBytes).toBe(5000)
  stall({ 'X-File-Name': `stalled-${round}.csv` }, small.slice(0, 3000))
  const rest = { 'X-Upload-Handle': body.filename, 'Content-Range': `bytes 5000-${text.length - 1}/${text.length}` }
  stall(rest, text.slice(5000, 7000))
  return { handle: body.filename, text }
}

/** Sends a part of what it announced, and then nothing more. */
function stall(headers: Record<string, string>, part: string): void {
  const sent = request(new URL('files', server.api), {
    method: 'POST',
    headers: { ...client.headers('POST'), 'Content-Type': 'text/csv', 'Content-Length': part.length * 2, ...headers },
  })
  sent.on('error', () => {})
  sent.write(part)
}

async function beginJobs(round: number): Promise<void> {
  const filename = await storeText(client, `training-${round}.csv`, large)
  acknowledged.files.set(filename, sha256(large))
  const names = { uploadFileName: 'killed.csv', filename }
  const training = await client.postForm('upload-training', { ...names, modelName: `model-${round}` })
  const detection = await client.postForm('upload-detection', { ...names, modelName: 'base' })
  for (const { body } of [training, detection]) acknowledged.jobs.add(body.job.id)
  acknowledged.models.add(`model-${round}`)
  await expect
    .poll(
      async () =>
        (await client.get('jobs?pageSize=2')).body.jobs.some((job: { state: string }) => job.state !== 'queued'),
      {
        timeout: 10_000,
        interval: 10,
      },
    )
    .toBe(true)
}

async function checkFiles(): Promise<void> {
  const { files } = (await client.get('files?pageSize=500')).body
  const found = new Map(files.map((file: { filename: string; sha256: string }) => [file.filename, file.sha256]))
  for (const [filename, hash] of acknowledged.files) expect(found.get(filename)).toBe(hash)
  expect(files.filter((file: { uploadFileName: string }) => file.uploadFileName.startsWith('stalled'))).toEqual([])
}

async function finishUpload({ handle, text }: { handle: string; text: string }): Promise<void> {
  const { file } = (await client.get(`files/${handle}`)).body
  expect(file.receivedBytes).toBeGreaterThanOrEqual(5000)
  const { body } = await sendFile(client, 'x', text.slice(file.receivedBytes), {
    'X-Upload-Handle': handle,
    'Content-Range': `bytes ${file.receivedBytes}-${text.length - 1}/${text.length}`,
  })
  expect(body.sha256).toBe(sha256(text))
  acknowledged.files.set(handle, body.sha256)
}

async function checkJobs(): Promise<void> {
  for (const id of acknowledged.jobs) {
    const { body } = await client.get(`jobs/${id}`, { Prefer: 'wait=50' })
    expect(body.job).toMatchObject({ state: 'done' })
    if (body.job.result.detectionId) acknowledged.detections.add(body.job.result.detectionId)
  }
}

/** Right after a death: what is not ready is still being made. */
async function checkNoHalfModel(): Promise<void> {
  for (const model of (await client.get('models?pageSize=500')).body.models) {
    expect(['ready', 'queued', 'training']).toContain(model.state)
    expect(model.live !== undefined).toBe(model.state === 'ready')
  }
}

/** Every model that is listed is whole: it is ready, and what it learned can be read. */
async function checkModels(): Promise<void> {
  const { models } = (await client.get('models?pageSize=500')).body
  for (const modelName of acknowledged.models) {
    const named = models.filter((model: { modelName: string }) => model.modelName === modelName)
    expect(named.map((model: { state: string }) => model.state)).toEqual(['ready', 'ready'])
  }
  const newest = [...acknowledged.models].at(-1)!
  const shown = await client.postForm('upload-display', { modelName: newest, modelType: 'Holistic' })
  expect(shown.status).toBe(200)
  const versions = models.reduce((sum: number, model: { versionCount: number }) => sum + model.versionCount, 0)
  expect(readdirSync(join(data, 'files', 'blobs'))).toHaveLength(versions)
}

async function checkDetections(): Promise<void> {
  for (const id of acknowledged.detections) {
    const { body } = await client.get(`detections/${id}/series?buckets=10&seriesIds=cpu[node1]`)
    expect(body.series[0].count.reduce((sum: number, count: number) => sum + count)).toBe(4000)
    expect(body.degree.every((degree: number | null) => degree !== null)).toBe(true)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
