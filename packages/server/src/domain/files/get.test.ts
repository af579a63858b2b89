import { afterAll, beforeAll, expect, it } from 'vitest'
import { processorUse } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText } from '../../testing/uploads.ts'
import { findByUserName } from '../accounts/account-row.ts'
import { ALL_SCOPES, type Caller, type Context } from '../context.ts'
import { getFile } from './get.ts'

const table = sampleTable({ rows: 100 })
let server: TestServer
let owner: TestClient
let caller: Caller
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
  owner = await server.signUp('previews')
  const account = (await findByUserName(server.ctx.db, 'previews'))!
  const credential = { via: 'session', scopes: ALL_SCOPES, credentialId: '' } as const
  caller = { accountId: account.id, userName: 'previews', role: 'member', ...credential }
})
afterAll(() => server.close())

/** A context whose parses begin when `open` is called. */
function withGate() {
  const { promise, resolve: open } = Promise.withResolvers<void>()
  const parsed: string[] = []
  const compute: Context['compute'] = {
    ...server.ctx.compute,
    metered: (meter) => ({ ...compute, parse: parseWith(server.ctx.compute.metered(meter)) }),
  }
  const parseWith =
    (inner: Context['compute']): Context['compute']['parse'] =>
    async (task, options) => {
      parsed.push('parse')
      await promise
      return inner.parse(task, options)
    }
  return { ctx: { ...server.ctx, compute: { ...compute, parse: parseWith(server.ctx.compute) } }, parsed, open }
}

const storeMany = (count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, k) => storeText(owner, `${k}.csv`, `${table}${' '.repeat(k)}\n`)))

it('counts the processor time of a preview', async () => {
  await owner.get(`files/${await storeText(owner, 'counted.csv', table)}`)
  expect((await server.ctx.db.select().from(processorUse))[0]?.usedMs).toBeGreaterThan(0)
})

it('parses one file of an account at a time, and refuses what exceeds the queue', async () => {
  const { ctx, parsed, open } = withGate()
  const requests = (await storeMany(18)).map((name) => getFile(ctx, caller, name).catch((error: Error) => error))
  expect(await Promise.race(requests)).toMatchObject({ code: 'OVERLOADED', retryAfterMs: 2000 })
  await expect.poll(() => parsed).toHaveLength(1)
  open()
  const answers = await Promise.all(requests)
  expect(answers.filter((answer) => !(answer instanceof Error) && answer.preview)).toHaveLength(17)
})

it('drops a file whose client left before its turn, and parses once what several ask for', async () => {
  const { ctx, parsed, open } = withGate()
  const [first, second] = (await storeMany(2)) as [string, string]
  const requests = [getFile(ctx, caller, first), getFile(ctx, caller, first)]
  await expect.poll(() => parsed).toHaveLength(1)
  const client = new AbortController()
  const left = getFile(ctx, caller, second, client.signal)
  client.abort(new Error('the client left'))
  await expect(left).rejects.toThrow('the client left')
  open()
  for (const { preview } of await Promise.all(requests)) expect(preview).toBeDefined()
  expect(parsed).toHaveLength(1)
})
