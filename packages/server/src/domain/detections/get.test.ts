import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_START, SAMPLE_STEP_MS, sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { detect, train } from '../../testing/uploads.ts'
import { findByUserName } from '../accounts/account-row.ts'
import type { Caller, Context } from '../context.ts'
import { ALL_SCOPES } from '../context.ts'
import { getDetection } from './get.ts'

let server: TestServer
let caller: Caller
let id: string
beforeAll(async () => {
  server = await startTestServer()
  const owner = await server.signUp('detector')
  await train(owner, 'base', sampleTable({ rows: 400 }))
  const start = SAMPLE_START + 400 * SAMPLE_STEP_MS
  const { body } = await detect(owner, 'base', sampleTable({ rows: 300, start, trouble: [120, 132] }))
  id = body.job.result.detectionId
  const account = (await findByUserName(server.ctx.db, 'detector'))!
  const credential = { via: 'session', scopes: ALL_SCOPES, credentialId: '' } as const
  caller = { accountId: account.id, userName: 'detector', role: 'member', ...credential }
})
afterAll(() => server.close())

it('loads the scores for other parameters once at a time, refuses what exceeds the queue, and stops when the client leaves', async () => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  const [loaded, computed]: string[][] = [[], []]
  const points: Context['points'] = {
    ...server.ctx.points,
    async readRowScores(scoresId) {
      loaded!.push(scoresId)
      await isOpen
      return server.ctx.points.readRowScores(scoresId)
    },
  }
  const compute: Context['compute'] = {
    ...server.ctx.compute,
    metered: () => compute,
    openExtraction(task, options) {
      computed!.push('openExtraction')
      return server.ctx.compute.openExtraction(task, options)
    },
  }
  const client = new AbortController()
  const get = (pvalue: number, ctx: Context, signal?: AbortSignal) =>
    getDetection(ctx, caller, id, { pvalue, locale: 'en', signal })
  const requests = Array.from({ length: 10 }, (_, k) =>
    get(0.6 + k / 100, { ...server.ctx, points, compute }, client.signal).catch((error: Error) => error),
  )
  expect(await Promise.race(requests)).toMatchObject({ code: 'OVERLOADED' })
  await expect.poll(() => loaded).toHaveLength(1)
  client.abort(new Error('the client left'))
  open()
  const left = (await Promise.all(requests)).filter(
    (error) => error instanceof Error && error.message === 'the client left',
  )
  expect([left.length, loaded!.length, computed!.length]).toEqual([9, 1, 0])
  expect(await get(0.6, server.ctx)).toMatchObject({ pvalue: 0.6 })
})

it('extracts once for all who ask for the same parameters at once, and goes on for those who stay', async () => {
  let opened = 0
  const isOpen = Promise.withResolvers<void>()
  const compute: Context['compute'] = {
    ...server.ctx.compute,
    metered: () => compute,
    async openExtraction(task, options) {
      opened++
      await isOpen.promise
      return server.ctx.compute.openExtraction(task, options)
    },
  }
  const client = new AbortController()
  const get = (signal?: AbortSignal) =>
    getDetection({ ...server.ctx, compute }, caller, id, { pvalue: 0.71, cvalue: 4, locale: 'en', signal })
  const left = get(client.signal)
  const stayed = Array.from({ length: 20 }, () => get())
  await expect.poll(() => opened).toBe(1)
  client.abort(new Error('the client left'))
  await expect(left).rejects.toThrow('the client left')
  isOpen.resolve()
  const periods = (await Promise.all(stayed)).map((one) => one.periods)
  expect(new Set(periods.map((some) => JSON.stringify(some))).size).toBe(1)
  expect([opened, periods[0]!.length > 0]).toEqual([1, true])
})
