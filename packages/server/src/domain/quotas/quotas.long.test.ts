import type { Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accounts, files, processorUse } from '../../schema/index.ts'
import { openSocket, readAnswer } from '../../testing/raw-request.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestAnswer, TestClient } from '../../testing/test-client.ts'
import { detect, sendFile, storeText, train } from '../../testing/uploads.ts'

const table = sampleTable({ rows: 100 })
const bytes = Buffer.byteLength(table)
const MULTIPART_START = '--b\r\nContent-Disposition: form-data; name="file"; filename="endless.csv"\r\n\r\n'
const codes = (answers: TestAnswer[]): string[] => answers.map(({ status, body }) => body.code ?? String(status)).sort()

function startTraining(client: TestClient, filename: string, modelName: string): Promise<TestAnswer> {
  return client.postForm('upload-training', { uploadFileName: 'a.csv', filename, modelName, modelType: 'Split' })
}

describe('an account that has its share of waiting jobs', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { role: 'api', maxWaitingJobs: 3 } })
  })
  afterAll(() => server.close())

  it('is refused another one, though all of them arrive together, and leaves no model of it', async () => {
    const owner = await server.signUp('eager001')
    const filename = await storeText(owner, 'a.csv', table)
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => startTraining(owner, filename, name)))
    expect(codes(answers)).toEqual(['202', '202', '202', 'TOO_MANY_JOBS', 'TOO_MANY_JOBS'])
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await owner.get('models')).body.page.total).toBe(3)
  })

  it('may have another one when one has ended, and takes nothing from other accounts', async () => {
    const [owner, other] = [await server.signIn('eager001'), await server.signUp('other001')]
    expect((await startTraining(other, await storeText(other, 'a.csv', table), 'a')).status).toBe(202)
    const waiting = (await owner.get('jobs?state=queued')).body.jobs
    await owner.post(`jobs/${waiting[0].id}/cancel`)
    const filename = (await owner.get('files')).body.files[0].filename
    expect((await startTraining(owner, filename, 'another')).status).toBe(202)
  })
})

describe('an account that has used its processor time', () => {
  let server: TestServer
  let owner: TestClient
  beforeAll(async () => {
    server = await startTestServer({ settings: { maxProcessorSeconds: 30 } })
    owner = await server.signUp('computes')
  })
  afterAll(() => server.close())

  it('is counted the time of the threads that worked for its jobs', async () => {
    await train(owner, 'counted', table)
    const [use] = await server.ctx.db.select().from(processorUse)
    expect(use!.usedMs).toBeGreaterThan(0)
  })

  it('is counted the time of periods that are extracted anew', async () => {
    const { db } = server.ctx
    const found = await detect(owner, 'counted', sampleTable({ rows: 3000, trouble: [100, 400] }))
    const used = async () => (await db.select().from(processorUse))[0]!.usedMs
    const before = await used()
    const path = `detections/${found.body.job.result.detectionId}`
    await owner.get(path)
    expect(await used()).toBe(before)
    for (const pvalue of [0.9, 0.91, 0.92]) await owner.get(`${path}?pvalue=${pvalue}`)
    expect(await used()).toBeGreaterThan(before)
  })

  it('is refused more until the day is over', async () => {
    const { db } = server.ctx
    await db.update(processorUse).set({ usedMs: 30_000 })
    const filename = await storeText(owner, 'a.csv', table)
    const refused = await startTraining(owner, filename, 'more')
    expect([refused.status, refused.body.code]).toEqual([429, 'PROCESSOR_QUOTA_EXCEEDED'])
    server.clock.advance(refused.body.retryAfterMs)
    owner = await server.signIn('computes')
    expect((await startTraining(owner, filename, 'more')).status).toBe(202)
  })
})

describe('an account whose storage is full', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ settings: { role: 'api', maxStoredBytes: 3 * bytes } })
  })
  afterAll(() => server.close())

  it('is refused another file, though all of them arrive together, and keeps nothing of it', async () => {
    const owner = await server.signUp('hoarder1')
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => sendFile(owner, `${name}.csv`, table)))
    expect(codes(answers)).toEqual(['201', '201', '201', 'STORAGE_QUOTA_EXCEEDED', 'STORAGE_QUOTA_EXCEEDED'])
    expect(answers.find(({ status }) => status !== 201)!.status).toBe(507)
    expect(await server.ctx.db.$count(files)).toBe(3)
  })

  it('is refused the first chunk of a file that does not fit', async () => {
    const other = await server.signUp('pieces01')
    const range = { 'Content-Range': `bytes 0-99/${4 * bytes}` }
    const refused = await sendFile(other, 'large.csv', table.slice(0, 100), range)
    expect([refused.status, refused.body.code]).toEqual([507, 'STORAGE_QUOTA_EXCEEDED'])
  })

  it('is refused a file whose announced size does not fit, before it arrives', async () => {
    const other = await server.signUp('announce')
    const refused = await sendFile(other, 'large.csv', 'x'.repeat(4 * bytes))
    expect([refused.status, refused.body.code]).toEqual([507, 'STORAGE_QUOTA_EXCEEDED'])
    expect(await server.ctx.db.$count(files)).toBe(3)
  })

  it('is refused a file of unknown size, and the next request on the connection is answered', async () => {
    const other = await server.signUp('chunked1')
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (++sent > 20) return controller.close()
        controller.enqueue(Buffer.from(table))
      },
    })
    const headers = { 'Content-Type': 'application/octet-stream', 'X-File-Name': 'unannounced.csv' }
    const refused = await other.send('POST', 'files', { body, headers })
    expect([refused.status, refused.body.code]).toEqual([507, 'STORAGE_QUOTA_EXCEEDED'])
    expect((await other.get('files')).body.files).toEqual([])
  })

  it('is refused a file for which one that still arrives has taken the room', async () => {
    const other = await server.signUp('attwice1')
    const slow = await openUpload(
      other,
      'Content-Type: text/csv',
      'X-File-Name: slow.csv',
      `Content-Length: ${2 * bytes}`,
    )
    slow.write(table.slice(0, 100))
    await expect.poll(() => reservedBy(other)).toBe(2 * bytes)
    expect((await sendFile(other, 'small.csv', table)).status).toBe(201)
    expect((await sendFile(other, 'late.csv', table)).body.code).toBe('STORAGE_QUOTA_EXCEEDED')
    slow.destroy()
    await expect.poll(async () => (await sendFile(other, 'later.csv', table)).status).toBe(201)
  })

  it('is refused the second of two files of unknown size that arrive together', async () => {
    const other = await server.signUp('attwice2')
    const open = () => openUpload(other, 'Content-Type: text/csv', 'X-File-Name: a.csv', 'Transfer-Encoding: chunked')
    const [first, second] = [await open(), await open()]
    first.write(chunkOf(table))
    await expect.poll(() => reservedBy(other)).toBe(3 * bytes)
    second.write(chunkOf(table))
    expect(await readAnswer(second)).toMatchObject({ status: 507, body: { code: 'STORAGE_QUOTA_EXCEEDED' } })
    first.write('0\r\n\r\n')
    expect(await readAnswer(first)).toMatchObject({ status: 201, body: { bytes } })
    expect(await reservedBy(other)).toBe(0)
  })

  it.each([
    ['a raw body', 'Content-Type: text/csv\r\nX-File-Name: endless.csv', ''],
    ['multipart', 'Content-Type: multipart/form-data; boundary=b', MULTIPART_START],
  ])('is refused %s of unknown size while it still arrives', async (_, headers, start) => {
    const other = await server.signUp(`endless${start.length}`)
    const socket = await openUpload(other, headers, 'Transfer-Encoding: chunked')
    socket.write(start && chunkOf(start))
    for (let k = 0; k < 5; k++) socket.write(chunkOf(table))
    expect(await readAnswer(socket)).toMatchObject({ status: 507, body: { code: 'STORAGE_QUOTA_EXCEEDED' } })
    expect((await other.get('files')).body.files).toEqual([])
  })

  it('has room again when a file was deleted', async () => {
    const owner = await server.signIn('hoarder1')
    const { filename } = (await owner.get('files')).body.files[0]
    await owner.delete(`files/${filename}`)
    expect((await sendFile(owner, 'again.csv', table)).status).toBe(201)
  })

  async function openUpload(client: TestClient, ...headers: string[]): Promise<Socket> {
    const socket = await openSocket(server.url)
    const identity = Object.entries(client.headers('POST')).map(([name, value]) => `${name}: ${value}`)
    socket.write(['POST /api/v1/files HTTP/1.1', 'Host: 127.0.0.1', ...headers, ...identity, '', ''].join('\r\n'))
    return socket
  }

  /** Of what is still arriving. */
  async function reservedBy({ userName }: TestClient): Promise<number> {
    const rows = await server.ctx.db
      .select({ bytes: files.reservedBytes })
      .from(files)
      .innerJoin(accounts, eq(accounts.id, files.ownerId))
      .where(eq(accounts.userName, userName))
    return rows.reduce((sum, row) => sum + row.bytes, 0)
  }
})

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
