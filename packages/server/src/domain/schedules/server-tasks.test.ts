import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invitations, schedules } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { readScrub } from '../scrub/index.ts'
import { recoverSchedules } from './run.ts'
import { serverTasks } from './server-tasks.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const DAY = 86_400_000

it('deletes what has expired when the schedule is due, and plans the next time', async () => {
  const { db } = server.ctx
  const admin = await server.admin()
  await admin.post('invitations', { expiresAt: server.clock.now() + DAY })
  // The queue goes by the database's clock, which does not advance.
  await db
    .update(schedules)
    .set({ nextAt: server.clock.now() - 1000 })
    .where(eq(schedules.id, 'remove-expired'))
  server.clock.advance(40 * DAY)
  await recoverSchedules(server.ctx)
  await expect.poll(() => db.$count(invitations), { timeout: 15_000 }).toBe(0)
  const planned = () => db.select().from(schedules).where(eq(schedules.id, 'remove-expired'))
  await expect.poll(async () => (await planned())[0]!.nextAt).toBeGreaterThan(server.clock.now())
  expect((await planned())[0]).toMatchObject({ worker: null, lastAt: expect.any(Number) })
})

it('scrubs when the schedule is due, on a lane of its own', async () => {
  const { db } = server.ctx
  await db.update(schedules).set({ nextAt: 1000 }).where(eq(schedules.id, 'scrub'))
  await recoverSchedules(server.ctx)
  await expect.poll(() => readScrub(server.ctx), { timeout: 15_000 }).toMatchObject({ finishedAt: expect.any(Number) })
  const names = Object.keys(serverTasks).map((task) => `upkeep:schedule/${task}`)
  expect(new Set(await messages())).toEqual(new Set(names))
})

async function messages(): Promise<string[]> {
  const found = await server.ctx.db.execute("select key from graphile_worker.jobs where key like '%schedule%'")
  return (found as unknown as { rows: { key: string }[] }).rows.map(({ key }) => key.slice(0, key.lastIndexOf('/')))
}
