import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canMount } from './can-mount.ts'
import { CHILD_LIMITS } from './child-limits.ts'
import { processesUsing } from './processes-using.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestClient, type TestClient } from './test-client.ts'
import { detect, sendFile, storeText, train } from './uploads.ts'

const table = sampleTable({ rows: 1000 })
const program = join(import.meta.dirname, '../main.ts')
const OPTIONS = { ...CHILD_LIMITS, encoding: 'utf8' } as const

/** The whole data folder on a disk of its own, filled to the last byte. */
describe.runIf(canMount())('a server whose disk is full', { timeout: 120_000 }, () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-full-disk-'))
  let server: ServerProcess
  let owner: TestClient
  beforeAll(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', data], CHILD_LIMITS)
    server = await startServerProcess(data, { OMEN_LOG_LEVEL: 'silent' })
    owner = await server.admin()
  }, 120_000)
  afterAll(async () => {
    await server?.kill()
    execFileSync('umount', ['-l', data], CHILD_LIMITS)
    rmSync(data, { recursive: true, force: true })
  })

  let fillers = 0
  function fill(): void {
    for (const size of ['1M', '4k'])
      spawnSync('dd', ['if=/dev/zero', `of=${join(data, `filler-${fillers++}`)}`, `bs=${size}`, 'count=500'], OPTIONS)
  }

  it('refuses a file, and deletes files, detections and models, each of which frees space', async () => {
    const filename = await storeText(owner, 'kept.csv', table)
    await train(owner, 'checkout', table, { modelType: 'Split' })
    const { detectionId } = (await detect(owner, 'checkout', table)).body.job.result
    const { id } = (await owner.get('models')).body.models[0]
    fill()
    expect((await sendFile(owner, 'more.csv', table)).body.code).toBe('DISK_FULL')
    for (const path of [`files/${filename}`, `detections/${detectionId}`, `models/${id}`]) {
      fill()
      expect([path, (await owner.delete(path)).status]).toEqual([path, 200])
      expect((await owner.get(path)).status).toBe(404)
    }
    expect((await sendFile(owner, 'small.csv', 'timestamp,a\n1,2\n')).status).toBe(201)
  })

  it('refuses samples and log lines so that senders keep them, and takes them when there is space again', async () => {
    const sent: [string, TestClient, string][] = []
    for (const [kind, path, body] of [
      ['add-custom-project', 'ingest/points', [{ metric: 'cpu', time: Date.now(), value: 1 }]],
      ['add-log-project', 'ingest/logs', [{ line: 'kept', time: Date.now() }]],
    ] as const) {
      const { secret } = (await owner.post(kind, { projectName: kind, samplingInterval: 1 })).body
      sent.push([path, createTestClient(server.api, { bearer: secret }), JSON.stringify(body)])
    }
    const send = ([path, client, body]: (typeof sent)[number]) =>
      client.send('POST', path, { body, headers: { 'Content-Type': 'application/json' } })
    fill()
    for (const one of sent) expect((await send(one)).status).toBeGreaterThanOrEqual(500)
    const before = readdirSync(data).filter((name) => name.startsWith('filler-'))
    for (const name of before) rmSync(join(data, name))
    for (const one of sent) expect((await send(one)).body).toMatchObject({ accepted: 1 })
    for (const projectName of ['add-custom-project', 'add-log-project']) {
      const { loss } = (await owner.post('remove-project', { projectName, dryRun: true })).body
      expect([loss.points, loss.logLines]).toContain(1)
    }
  })

  it('does not start again, and says why in a sentence; doctor says what to do', async () => {
    await server.kill()
    // The database frees space while it ends.
    await expect.poll(() => processesUsing(data)).toEqual([])
    fill()
    const start = spawnSync(process.execPath, [program, '--data', data, '--port', '0'], OPTIONS)
    expect([start.status, start.stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringMatching(/^The disk of the data folder is full: free space on it, then start again\./)],
    ])
    const doctor = spawnSync(process.execPath, [program, 'doctor', '--data', data], OPTIONS)
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining('The disk of the data folder is full')])
  })
})
