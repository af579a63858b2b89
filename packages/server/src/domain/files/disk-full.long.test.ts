import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allOf } from '../../ports/file-store.contract.ts'
import { canMount } from '../../testing/can-mount.ts'
import { CHILD_LIMITS } from '../../testing/child-limits.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sendFile, storeText, train } from '../../testing/uploads.ts'

const table = sampleTable({ rows: 300 })

/** The file store on a disk of its own of half a megabyte: only root can make one. */
describe.runIf(canMount())('with a full disk', () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-full-'))
  const files = join(data, 'files')
  let server: TestServer
  let owner: TestClient
  beforeAll(async () => {
    mkdirSync(files)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', files], CHILD_LIMITS)
    server = await startTestServer({ data })
    owner = await server.signUp('fullowner')
  })
  afterAll(async () => {
    await server.close()
    execFileSync('umount', [files], CHILD_LIMITS)
    rmSync(data, { recursive: true, force: true })
  })

  it('refuses a file, keeps nothing of it, and takes a smaller one', async () => {
    const { status, body } = await sendFile(owner, 'large.csv', 'x'.repeat(600_000))
    expect([status, body.code]).toEqual([507, 'DISK_FULL'])
    expect((await owner.get('files')).body.files).toEqual([])
    expect(await allOf(server.ctx.files.list())).toEqual([])
    expect((await sendFile(owner, 'small.csv', table)).status).toBe(201)
  })

  it('refuses a chunk of a file and keeps nothing of the file', async () => {
    const headers = { 'Content-Range': 'bytes 0-599999/600000' }
    const { status, body } = await sendFile(owner, 'chunks.csv', 'x'.repeat(600_000), headers)
    expect([status, body.code]).toEqual([507, 'DISK_FULL'])
    expect((await owner.get('files?q=chunks')).body.files).toEqual([])
  })

  it('fails a training and leaves no model', async () => {
    const filename = await storeText(owner, 'training.csv', table)
    for (let size = 256_000; size > 1000; size = Math.floor(size / 2)) await sendFile(owner, 'filler', 'x'.repeat(size))
    const { body } = await owner.postForm(
      'upload-training',
      { uploadFileName: 'a.csv', filename, modelName: 'full', modelType: 'Holistic' },
      { Prefer: 'wait=30' },
    )
    expect(body.job).toMatchObject({
      state: 'failed',
      error: { code: 'DISK_FULL', message: expect.stringContaining('Start this again') },
    })
    expect((await owner.get('models')).body.models).toEqual([])
  })

  it('recovers when there is space again', async () => {
    for (const file of (await owner.get('files')).body.files) await owner.delete(`files/${file.filename}`)
    expect((await train(owner, 'again', table, { modelType: 'Split' })).body.job.state).toBe('done')
  })
})
