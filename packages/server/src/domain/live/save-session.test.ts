import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sources } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createLiveSession } from './live-session.ts'
import type { OpenDetector } from './open-detector.ts'
import { saveSession } from './save-session.ts'
import { readState } from './states.ts'

const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('saves no state before the history is learned: it would never be', async () => {
  const { ctx } = server
  const owner = await server.signUp('owner001')
  await owner.post('add-custom-project', { projectName: 'shop', samplingInterval: 1 })
  const [source] = await ctx.db.select().from(sources).where(eq(sources.name, 'shop'))
  const options = { stepMs: MINUTE, pvalue: 0.99, cvalue: 5 }
  const detector = await ctx.liveScorer.open(options)
  const open: OpenDetector = {
    detector,
    options,
    numbers: [],
    uses: [],
    used: undefined,
    position: 2 * MINUTE,
    history: { from: MINUTE, to: 3 * MINUTE },
    savedAt: undefined,
    typesVersion: undefined,
    rates: undefined,
    replay: undefined,
  }
  const session = createLiveSession(ctx, source!.id)
  await saveSession(session, open)
  expect(await readState(ctx, source!.id)).toBeUndefined()
  await saveSession(session, { ...open, history: undefined })
  expect(await readState(ctx, source!.id)).toMatchObject({ position: 2 * MINUTE })
  await detector.close()
})
