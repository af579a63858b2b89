import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { firstAdmin } from './ensure.ts'
import { runLiveShop } from './live-shop.ts'

const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE
/** By the clock, the history would end in the backup at 2:30 of the shop's night. */
const TUESDAY_MORNING = Date.UTC(2026, 0, 6, 10)

let server: TestServer
let stop: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  server.clock.advance(WEEK - ((server.clock.now() - TUESDAY_MORNING) % WEEK))
  const settings = { ...server.ctx.settings, liveDemoSeconds: 1 }
  stop = await runLiveShop({ ...server.ctx, settings }, (await firstAdmin(server.ctx))!)
})
afterAll(async () => {
  await stop?.()
  await server?.close()
})

it('opens the shop at one time of its day, at whatever time it is started, so that no job of the night comes soon', {
  timeout: 150_000,
}, async () => {
  const now = server.clock.now()
  const admin = await server.admin()
  const query = 'projectData?projectName=shop-live@admin01&metric=disk_read&instance=node5&buckets=1'
  const peak = async (minutesAgo: number, minutes: number): Promise<number> => {
    const from = now - minutesAgo * MINUTE
    const { body } = await admin.get(`${query}&from=${from}&to=${from + minutes * MINUTE}`)
    return body.series?.[0]?.max[0] ?? Number.NaN
  }
  await expect.poll(() => peak(1, 1), { timeout: 120_000 }).toBeLessThan(20)
  // It is nine there: its backup ran six and a half hours ago, which are 39 minutes of ours.
  expect(await peak(39, 4)).toBeGreaterThan(30)
  expect(await peak(30, 30)).toBeLessThan(20)
})
