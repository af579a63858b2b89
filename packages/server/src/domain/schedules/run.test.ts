import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accounts, schedules } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import type { Context } from '../context.ts'
import { recoverSchedules, runSchedule, type ScheduledTasks } from './run.ts'
import { readScheduleMessage, type ScheduleRow } from './schedule-row.ts'
import { keepSchedule } from './server-tasks.ts'

let server: TestServer
let berliner: string
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  const [admin] = await server.ctx.db.select().from(accounts)
  berliner = admin!.id
  await server.ctx.db.update(accounts).set({ timeZone: 'Europe/Berlin' })
})
afterAll(() => server.close())
beforeEach(() => server.ctx.db.delete(schedules))

const at = (time: string): Context => ({
  ...server.ctx,
  clock: createTestClock({ isStill: true, startsAt: Date.parse(time) }),
})
const stored = async (): Promise<ScheduleRow> => (await server.ctx.db.select().from(schedules))[0]!
const nextTime = async (): Promise<string> => new Date((await stored()).nextAt).toISOString()
const daily = (cron: string) => ({ id: 'daily', ownerId: berliner, task: 'count', cron })

const run = (ctx: Context, tasks: ScheduledTasks, id: string, dueAt: number): Promise<void> =>
  runSchedule(ctx, tasks, { id, dueAt, stopping: new AbortController().signal })

async function messages(): Promise<string[]> {
  const found = await server.ctx.db.execute(`select key from graphile_worker.jobs order by key`)
  return (found as unknown as { rows: { key: string }[] }).rows.map(({ key }) => key)
}

describe('a schedule', () => {
  it('is due in its owner’s local time, before and after summer time begins', async () => {
    await keepSchedule(at('2026-03-27T12:00:00Z'), daily('0 9 * * *'))
    expect(await nextTime()).toBe('2026-03-28T08:00:00.000Z')
    const { id, nextAt } = await stored()
    await run(at('2026-03-28T08:00:01Z'), { count: async () => {} }, id, nextAt)
    expect(await nextTime()).toBe('2026-03-29T07:00:00.000Z')
  })

  it('follows its owner to another time zone, but for a run that is overdue', async () => {
    await keepSchedule(at('2026-05-01T12:00:00Z'), daily('0 9 * * *'))
    await server.ctx.db.update(accounts).set({ timeZone: 'America/New_York' })
    await keepSchedule(at('2026-05-01T12:00:00Z'), daily('0 9 * * *'))
    expect(await nextTime()).toBe('2026-05-01T13:00:00.000Z')
    await server.ctx.db.update(accounts).set({ timeZone: 'Europe/Berlin' })
    await keepSchedule(at('2026-05-01T14:00:00Z'), daily('0 9 * * *'))
    expect(await nextTime()).toBe('2026-05-01T13:00:00.000Z')
  })

  it('stays with the server that took it over', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const { id, nextAt } = await stored()
    const takeOver = async (): Promise<void> => {
      await keepSchedule(at('2026-05-01T07:00:01Z'), daily('0 10 * * *'))
      await server.ctx.db.update(schedules).set({ worker: 'another server' })
    }
    await run(at('2026-05-01T07:00:00Z'), { count: takeOver }, id, nextAt)
    expect((await stored()).worker).toBe('another server')
  })

  it('is due once in the hour that comes twice when summer time ends', async () => {
    await keepSchedule(at('2026-10-24T12:00:00Z'), daily('30 2 * * *'))
    expect(await nextTime()).toBe('2026-10-25T00:30:00.000Z')
    const { id, nextAt } = await stored()
    await run(at('2026-10-25T00:30:01Z'), { count: async () => {} }, id, nextAt)
    expect(await nextTime()).toBe('2026-10-26T01:30:00.000Z')
  })

  it('runs in one of several servers, and once though its message comes twice', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const { id, nextAt } = await stored()
    let runs = 0
    const count = async (): Promise<void> => void runs++
    const due = at('2026-05-01T07:00:00Z')
    await Promise.all([1, 2, 3].map(() => run(due, { count }, id, nextAt)))
    await run(due, { count }, id, nextAt)
    expect(runs).toBe(1)
  })

  it('runs once for all the times that passed while no server ran', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const { id, nextAt } = await stored()
    await run(at('2026-05-09T12:00:00Z'), { count: async () => {} }, id, nextAt)
    expect(await nextTime()).toBe('2026-05-10T07:00:00.000Z')
  })

  it('keeps running after a failed run and after a missing task', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const fail = async (): Promise<void> => Promise.reject(new Error('fails'))
    await run(at('2026-05-01T07:00:00Z'), { count: fail }, 'daily', (await stored()).nextAt)
    expect(await nextTime()).toBe('2026-05-02T07:00:00.000Z')
    await run(at('2026-05-02T07:00:00Z'), {}, 'daily', (await stored()).nextAt)
    expect(await nextTime()).toBe('2026-05-03T07:00:00.000Z')
  })

  it('has one message, the one of its next time', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const { nextAt } = await stored()
    expect(await messages()).toContain(`live:schedule/daily/${nextAt}`)
    expect(readScheduleMessage(`schedule/daily/${nextAt}`)).toEqual({ id: 'daily', dueAt: nextAt })
    await recoverSchedules(at('2026-05-02T00:00:00Z'))
    await recoverSchedules(at('2026-05-02T00:00:00Z'))
    expect((await messages()).filter((key) => key.endsWith(String(nextAt)))).toHaveLength(1)
  })

  it('keeps its next time when it is kept as it is, and changes it with its cron', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    await keepSchedule(at('2026-05-04T00:00:00Z'), daily('0 9 * * *'))
    expect(await nextTime()).toBe('2026-05-01T07:00:00.000Z')
    await keepSchedule(at('2026-05-04T00:00:00Z'), daily('0 10 * * *'))
    expect(await nextTime()).toBe('2026-05-04T08:00:00.000Z')
  })

  it('is taken over from a server that died in the middle', async () => {
    await keepSchedule(at('2026-05-01T00:00:00Z'), daily('0 9 * * *'))
    const { id, nextAt } = await stored()
    const died = { worker: 'dead', seenAt: Date.parse('2026-05-01T07:00:00Z') }
    await server.ctx.db.update(schedules).set(died).where(eq(schedules.id, id))
    let runs = 0
    const count = async (): Promise<void> => void runs++
    await run(at('2026-05-01T07:01:00Z'), { count }, id, nextAt)
    expect(runs).toBe(1)
  })
})
