import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'
import { expireFiles } from '../files/index.ts'

const HOUR = 3_600_000
const key = JSON.stringify({ type: 'service_account', private_key: 'a-private-key-that-nobody-may-see' })

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('keyfiles01')
})
afterAll(() => server.close())

const tryWith = (filename: string) =>
  owner.post('test-connection', { kind: 'google', 'project-id': 'omen-shop', filename })

it('a key file that a test has read and no project has taken is deleted after an hour, and nothing of it is left', async () => {
  const filename = await storeText(owner, 'key.json', key)
  await tryWith(filename)
  server.clock.advance(0.9 * HOUR)
  await expireFiles(server.ctx)
  // It may be tried again, and is kept for longer
  await tryWith(filename)
  server.clock.advance(0.9 * HOUR)
  await expireFiles(server.ctx)
  expect((await owner.get(`files/${filename}`)).body.file.state).not.toBe('expired')
  server.clock.advance(0.2 * HOUR)
  await expireFiles(server.ctx)
  expect((await owner.get(`files/${filename}`)).body.file.state).toBe('expired')
  const [row] = await server.ctx.db.select().from(files).where(eq(files.id, filename))
  expect(JSON.stringify(row)).not.toContain('a-private-key')
  await expect(server.ctx.files.open('file', filename, { start: 0, end: 10 })).rejects.toMatchObject({
    fault: 'missing',
  })
})

it('a file that is no key stays, whoever names it as one', async () => {
  const filename = await storeText(owner, 'day.csv', 'timestamp,cpu\n2026-11-20T00:00:00Z,1\n2026-11-20T00:01:00Z,2\n')
  await tryWith(filename)
  server.clock.advance(2 * HOUR)
  await expireFiles(server.ctx)
  expect((await owner.get(`files/${filename}`)).body.file.state).not.toBe('expired')
})
