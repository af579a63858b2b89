import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readArchive } from '../domain/backup/index.ts'
import { hasBadSectors, putBadSector } from './bad-sector.ts'
import { CHILD_LIMITS } from './child-limits.ts'
import { startClickHouseBridge } from './clickhouse-bridge.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findPostgres, startPostgres } from './start-postgres.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { detect, storeText, train } from './uploads.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'omen-backup-'))
const data = join(root, 'data')
const restored = join(root, 'restored')
const file = join(root, 'night.tar')
const table = sampleTable({ rows: 600, trouble: [200, 230] })

let server: ServerProcess
let admin: TestClient
/** Addresses whose answers must be the same after a restore. */
let addresses: string[]

beforeAll(async () => {
  server = await startServerProcess(data, { OMEN_WORKERS: '2' })
  admin = await server.admin()
  addresses = await fill(admin)
}, 120_000)
afterAll(async () => {
  await server.kill()
  rmSync(root, { recursive: true, force: true })
})

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

function omenServer(args: readonly string[], folder: string, more: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, OMEN_DATA: folder, ...more } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
}

/** An account's worth of everything. */
async function fill(client: TestClient): Promise<string[]> {
  await train(client, 'checkout', table)
  const { body } = await detect(client, 'checkout', table)
  const id = body.job.result.detectionId
  const [period] = (await client.get(`detections/${id}`)).body.detection.periods
  await client.post(`detections/${id}/verdicts`, { periodId: period.id, verdict: 'false', note: 'a planned test' })
  const { models } = (await client.get('models')).body
  await client.post(`models/${models[0].id}/share`, { userNames: ['somebody1'] })
  await client.post('tokens', { name: 'ci', scopes: ['read'] })
  await sendLive(client)
  // Does not compress, so a backup takes a moment.
  const handle = await storeText(client, 'noise.csv', randomBytes(20_000_000))
  return [
    `detections/${id}`,
    `detections/${id}/findings`,
    `detections/${id}/series?buckets=50`,
    `detections/${id}/chart`,
    `models/${models[0].id}`,
    `models/${models[0].id}/versions`,
    `files/${handle}`,
    `jobs/${body.job.id}`,
    'tokens',
    'account',
  ]
}

/** Samples of a project until now. */
async function sendLive(client: TestClient): Promise<void> {
  const { body } = await client.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const now = Math.floor(Date.now() / 60_000) * 60_000
  const points = Array.from({ length: 120 }, (_, row) => {
    return { metric: 'cpu', instance: 'web1', time: now - row * 60_000, value: 40 + (row % 7) }
  })
  const sender = createTestClient(server.api, { bearer: body.secret })
  expect((await sender.post('ingest/points', { points })).status).toBe(200)
}

/** Live detection scores the rows that have come since. */
async function goesOn(client: TestClient): Promise<void> {
  const lag = async () => (await client.get('liveAnalysis?projectName=shop&buckets=1')).body.lagMs
  await expect.poll(lag, { timeout: 60_000 }).toBeLessThan(120_000)
}

/** Handles of the states of live detection. */
function statesIn(folder: string): string[] {
  return readdirSync(join(folder, 'files', 'blobs')).filter((name) => name.startsWith('live-'))
}

async function answers(client: TestClient): Promise<unknown[]> {
  const bodies: unknown[] = []
  for (const address of addresses) {
    const { status, body } = await client.get(address)
    expect([address, status]).toEqual([address, 200])
    bodies.push(withoutUse(body))
  }
  const shown = await client.postForm('upload-display', { modelName: 'checkout', modelType: 'Holistic' })
  expect(shown.status).toBe(200)
  return [...bodies, shown.body]
}

/** When something was last used changes by looking. */
function withoutUse(body: unknown): unknown {
  return typeof body === 'string'
    ? body
    : JSON.parse(JSON.stringify(body), (key, value) =>
        /^(lastUsedAt|lastSeenAt|lastLoginAt)$/.test(key) ? undefined : value,
      )
}

/** Uploads, trains, detects and deletes, again and again, until it is stopped. */
function keepBusy(client: TestClient): { stop(): Promise<number> } {
  let isOver = false
  const work = async (): Promise<number> => {
    for (let round = 0; ; round++) {
      if (isOver) return round
      await train(client, `busy-${round}`, table)
      const { body } = await detect(client, `busy-${round}`, table)
      const { detection } = (await client.get(`detections/${body.job.result.detectionId}`)).body
      await client.delete(`models/${detection.modelId}`)
      await client.delete(`detections/${detection.id}`)
      await client.delete(`files/${detection.filename}`)
    }
  }
  const working = work()
  return {
    stop() {
      isOver = true
      return working
    },
  }
}

it('brings everything back that a busy server had', { timeout: 240_000 }, async () => {
  const busy = keepBusy(admin)
  const before = await answers(admin)
  await expect.poll(() => statesIn(data).length, { timeout: 60_000 }).toBeGreaterThan(0)
  const backup = await omenServer(['backup', file, '--json'], data)
  expect(backup).toMatchObject({ code: 0 })
  expect(await busy.stop()).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  const cut = join(root, 'cut.tar')
  writeFileSync(cut, readFileSync(file).subarray(0, -20_000))
  const failed = await omenServer(['restore', cut], restored)
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/Nothing was restored\. .*it is not whole/) })
  const refused = await omenServer(['--port', '0'], restored)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('a restore that did not come to its end') })

  const restore = await omenServer(['restore', file, '--json'], restored)
  expect(restore).toMatchObject({ code: 0 })
  const [written, read] = [JSON.parse(backup.stdout), JSON.parse(restore.stdout)]
  expect(read).toEqual({ ...written, command: 'restore' })
  // What live detection has learned
  expect(statesIn(restored)).toHaveLength(1)

  const second = await startServerProcess(restored)
  try {
    expect(await answers(await second.admin())).toEqual(before)
    const { body } = await detect(await second.admin(), 'checkout', table)
    expect(body.job.state).toBe('done')
    await goesOn(await second.admin())
  } finally {
    expect(await second.stop()).toBe(0)
  }
})

it('restores into an empty folder only', async () => {
  const { code, stderr } = await omenServer(['restore', file], restored)
  expect([code, stderr]).toEqual([1, expect.stringContaining('is not empty')])
})

const postgresBin = findPostgres()

it.skipIf(postgresBin === undefined)(
  'goes to other stores and back without a difference',
  { timeout: 180_000 },
  async () => {
    const [postgres, clickhouse] = await Promise.all([startPostgres(postgresBin!), startClickHouseBridge()])
    const remote = { OMEN_DATABASE_URL: await postgres.urlOf('restored'), OMEN_CLICKHOUSE_URL: clickhouse.url }
    try {
      const there = await omenServer(['restore', file], join(root, 'remote'), remote)
      expect(there).toMatchObject({ code: 0 })
      const second = join(root, 'second.tar')
      expect(await omenServer(['backup', second], join(root, 'remote'), remote)).toMatchObject({ code: 0 })
      const third = join(root, 'third.tar')
      expect(await omenServer(['restore', second], join(root, 'home'))).toMatchObject({ code: 0 })
      expect(await omenServer(['backup', third], join(root, 'home'))).toMatchObject({ code: 0 })
      const first = await contentOf(file)
      expect(await contentOf(second)).toEqual(first)
      expect(await contentOf(third)).toEqual(first)
    } finally {
      await clickhouse.close()
      await postgres.stop()
    }
  },
)

/** By name of the item: the bytes of points depend on how an engine cuts them into blocks, their checksum does not. */
async function contentOf(path: string): Promise<Record<string, string>> {
  const items: Record<string, string> = {}
  await readArchive(createReadStream(path), {
    item({ name, rows, checksum, sha256 }) {
      items[name] = `${rows} ${checksum ?? sha256}`
    },
  })
  return items
}

it('verifies what is whole and names what is not', { timeout: 120_000 }, async () => {
  expect(await omenServer(['verify', file], root)).toMatchObject({ code: 0 })
  const bytes = readFileSync(file)
  const at = bytes.indexOf('files/f_') + 700
  bytes[at] = bytes[at]! ^ 1
  const flipped = join(root, 'flipped.tar')
  writeFileSync(flipped, bytes)
  const { code, stderr } = await omenServer(['verify', flipped], root)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/The backup is damaged at files\/f_\w+\/000001\.zst: /)])
  const input = { input: readFileSync(file), maxBuffer: 1e8 }
  const piped = spawnSync(process.execPath, [main, 'verify', '-'], { ...CHILD_LIMITS, ...input })
  expect(piped.status).toBe(0)
})

it('names weights that are not what was stored, and backs up the rest', { timeout: 120_000 }, async () => {
  const blobs = join(data, 'files', 'blobs')
  const handle = readdirSync(blobs).find((name) => !name.startsWith('live-'))
  const whole = readFileSync(join(blobs, handle!))
  writeFileSync(
    join(blobs, handle!),
    whole.map((byte, index) => (index === whole.length >> 1 ? byte ^ 1 : byte)),
  )
  const { code, stderr } = await omenServer(['backup', join(root, 'damaged.tar')], data)
  writeFileSync(join(blobs, handle!), whole)
  expect([code, stderr]).toEqual([1, expect.stringContaining(`blobs/${handle} is not as it was`)])
})

it.runIf(hasBadSectors)(
  'names a file that the disk cannot read, and backs up the rest',
  { timeout: 120_000 },
  async () => {
    const uploads = join(data, 'files', 'files')
    const [handle] = readdirSync(uploads)
    const path = join(uploads, handle!)
    const whole = readFileSync(path)
    putBadSector(path)
    const { code, stderr } = await omenServer(['backup', join(root, 'unreadable.tar')], data)
    rmSync(path)
    writeFileSync(path, whole)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`files/${handle} is not as it was`)])
    expect(existsSync(join(root, 'unreadable.tar'))).toBe(true)
  },
)

it('makes one backup at a time, and a killed one leaves nothing but a partial file', { timeout: 180_000 }, async () => {
  const killed = join(root, 'killed.tar')
  const seen = new Promise<void>((resolve) => {
    const watcher = watch(root, (_, name) => {
      if (name !== 'killed.tar.partial') return
      watcher.close()
      resolve()
    })
  })
  const child = spawn(process.execPath, [main, 'backup', killed], { env: { ...process.env, OMEN_DATA: data } })
  const ended = new Promise((resolve) => child.once('close', resolve))
  await seen
  child.kill('SIGSTOP')
  const other = await omenServer(['backup', join(root, 'other.tar')], data)
  expect(other).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Another backup of this server is under way.'),
  })
  child.kill('SIGKILL')
  await ended
  expect(existsSync(killed)).toBe(false)
  expect((await createTestClient(server.api).get('health')).status).toBe(200)
  await expect.poll(async () => (await omenServer(['backup', killed], data)).code, { timeout: 60_000 }).toBe(0)
  expect(existsSync(`${killed}.partial`)).toBe(false)
  const again = await omenServer(['backup', killed], data)
  expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/killed\.tar exists: .*--force/) })
  expect(await omenServer(['backup', killed, '--force'], data)).toMatchObject({ code: 0 })
})
