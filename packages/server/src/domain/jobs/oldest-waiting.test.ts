import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createJob, oldestWaiting } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
})
afterAll(() => server.close())

it('is the creation time of the oldest waiting job', async () => {
  const { ctx, clock } = server
  expect(await oldestWaiting(ctx)).toBeNull()
  const [owner] = await ctx.db.select({ id: accounts.id }).from(accounts)
  const parameters = { kind: 'visualization', filename: 'f', uploadFileName: 'a.csv' } as const
  const add = (title: string) => createJob(ctx, async () => ({ ownerId: owner!.id, title, parameters }))
  const first = await add('first')
  clock.advance(60_000)
  await add('second')
  expect(await oldestWaiting(ctx)).toBe(first.createdAt)
})
