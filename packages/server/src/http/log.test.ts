import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import { expect, test } from 'vitest'
import { MAX_CONNECTIONS } from '../adapters/database/postgres.ts'
import { openSocket, readAnswer } from '../testing/raw-request.ts'
import { sampleTable } from '../testing/sample-table.ts'
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/start-test-server.ts'
import type { TestClient } from '../testing/test-client.ts'
import { sendFile, train } from '../testing/uploads.ts'

test('a request leaves one line in the log, and no secret at any level', async () => {
  const { log, read } = memoryLog()
  const server = await startTestServer({ log })
  const admin = await server.admin()
  const script = await server.withToken(admin, ['read'])
  await script.get('account')
  await server.anonymous.get('session?key=in-the-address')
  await admin.patch('account', { password: 'Brand_new1', currentPassword: 'Wrong_pass1' })
  await server.anonymous.post('reset-password', {
    userName: 'admin01',
    tempPassword: 'Temp_pass1',
    password: 'Brand_new1',
  })
  await server.close()

  const { lines, written } = read()
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toContainEqual(
    expect.objectContaining({
      method: 'GET',
      path: '/api/v1/account',
      status: 200,
      account: 'admin01',
      reqId: expect.any(String),
    }),
  )
  expect(requests.filter(({ path }) => path === '/api/v1/account')).toHaveLength(2)
  const secrets = [
    TEST_PASSWORD,
    'Brand_new1',
    'Wrong_pass1',
    'Temp_pass1',
    admin.cookie.split('=')[1]!,
    admin.csrf,
    'in-the-address',
  ]
  for (const secret of [...secrets, script.headers().Authorization!.slice(7)]) expect(written).not.toContain(secret)
})

test('refusals that are to be expected are no errors: 503 is a warning, 408 and 507 are not even that', async () => {
  const { log, read } = memoryLog()
  const server = await startTestServer({ log, settings: { bodySeconds: 1, minUploadRate: 2000, maxStoredBytes: 1000 } })
  const admin = await server.admin()
  const answers = [
    await uploadTooSlowly(server, admin),
    (await sendFile(admin, 'large.csv', 'x'.repeat(2000))).status,
    await askWithoutConnections(server, admin),
  ]
  await server.close()
  expect(answers).toEqual([408, 507, 503])
  // Without a connection loops in the background may fail meanwhile, which is an error
  const loud = read().lines.filter(({ level, reqId }) => reqId !== undefined && (level as number) >= 40)
  expect(loud.map(({ level, code, msg }) => [level, code, msg])).toEqual([[40, 'OVERLOADED', 'request failed']])
})

test('a failed upload is logged and rejected', async () => {
  const { log, read } = memoryLog()
  const server = await startTestServer({ log })
  const admin = await server.admin()
  const { status, body } = await train(admin, 'unreadable', 'when,a\n1,2\n')
  const { job } = (await train(admin, 'short', sampleTable({ rows: 10 }))).body
  await server.close()
  expect({ status, body }).toMatchObject({ status: 422, body: { success: false, code: 'NO_TIMESTAMP_COLUMN' } })
  const ofUpload = read().lines.filter(({ reqId }) => reqId === body.requestId)
  // Level 30 is the one that a server writes by default
  expect(ofUpload).toContainEqual(
    expect.objectContaining({
      level: 30,
      msg: 'request',
      method: 'POST',
      path: '/api/v1/upload-training',
      status: 422,
      account: 'admin01',
    }),
  )
  expect(ofUpload).toContainEqual(
    expect.objectContaining({ level: 20, msg: 'request refused', code: 'NO_TIMESTAMP_COLUMN' }),
  )
  expect(job).toMatchObject({ state: 'failed', error: { code: 'NOT_ENOUGH_DATA' } })
  expect(read().lines).toContainEqual(
    expect.objectContaining({ level: 30, msg: 'a job failed', job: job.id, code: 'NOT_ENOUGH_DATA' }),
  )
})

function memoryLog(): { log: Logger; read(): { written: string; lines: Record<string, unknown>[] } } {
  let written = ''
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      written += chunk
      done()
    },
  })
  const toLines = () => written.trim().split('\n')
  return {
    log: pino({ level: 'trace' }, sink),
    read: () => ({ written, lines: toLines().map((line) => JSON.parse(line)) }),
  }
}

/** Announces more than it sends. */
async function uploadTooSlowly({ url }: TestServer, client: TestClient): Promise<number> {
  const socket = await openSocket(url)
  const identity = Object.entries(client.headers('POST')).map(([name, value]) => `${name}: ${value}`)
  const headers = ['Host: localhost', 'Content-Type: text/csv', 'X-File-Name: slow.csv', 'Content-Length: 900']
  socket.write(['POST /api/v1/files HTTP/1.1', ...headers, ...identity, '', 'timestamp,a'].join('\r\n'))
  return (await readAnswer(socket))!.status
}

/** Asks while all connections of the pool are taken. */
async function askWithoutConnections({ ctx }: TestServer, client: TestClient): Promise<number> {
  const done = Promise.withResolvers<void>()
  const held = Array.from({ length: MAX_CONNECTIONS }, () =>
    ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await done.promise
    }),
  )
  const { status } = await client.get('models')
  done.resolve()
  await Promise.all(held)
  return status
}
