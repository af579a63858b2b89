import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../ports/database.ts'
import { models, modelVersions } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { storeText } from '../../testing/uploads.ts'
import { failVersions } from './fail-versions.ts'
import { addVersion } from './model-row.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { role: 'api' } })
})
afterAll(() => server.close())

/** A model whose only version waits for its first training. */
async function startFirst(userName: string): Promise<{ ownerId: string; modelId: string; jobId: string }> {
  const owner = await server.signUp(userName)
  const filename = await storeText(owner, 'training.csv', sampleTable({ rows: 100 }))
  const form = { uploadFileName: 'training.csv', filename, modelName: userName, modelType: 'Holistic' }
  const { body } = await owner.postForm('upload-training', form)
  const { db } = server.ctx
  const [version] = await db.select().from(modelVersions).where(eq(modelVersions.jobId, body.job.id))
  const [model] = await db.select().from(models).where(eq(models.id, version!.modelId))
  return { ownerId: model!.ownerId, modelId: model!.id, jobId: body.job.id }
}

function addSecond(tx: Database, ownerId: string, modelName: string) {
  const names = { ownerId, modelName, modelType: 'Holistic', uploadFileName: 'training.csv' } as const
  return addVersion(server.ctx, tx, { ...names, jobId: 'second', isDemo: false })
}

/** Runs `second`, which waits for a lock of the transaction of `first`; then `last`, and the transaction commits. */
async function overtaken<T>(
  first: (tx: Database) => Promise<unknown>,
  second: () => Promise<T>,
  last: (tx: Database) => Promise<unknown> = async () => {},
): Promise<T> {
  let running: Promise<T> | undefined
  await server.ctx.db.transaction(async (tx) => {
    await first(tx)
    running = second()
    await expect.poll(countWaiting).toBe(1)
    await last(tx)
  })
  return running!
}

async function countWaiting(): Promise<number> {
  const found = await server.ctx.db.execute('select count(*)::int as count from pg_locks where not granted')
  return (found as unknown as { rows: { count: number }[] }).rows[0]!.count
}

it('keeps a model that gets another version while its only one fails', async () => {
  const { ownerId, modelId, jobId } = await startFirst('lostrace')
  const { db } = server.ctx
  await overtaken(
    (tx) => addSecond(tx, ownerId, 'lostrace'),
    () => failVersions({ db }, jobId),
  )
  const left = await db.select().from(modelVersions).where(eq(modelVersions.modelId, modelId))
  expect(left.map(({ version, jobId: job }) => [version, job])).toEqual([[2, 'second']])
})

it('makes a model anew that is deleted while it gets another version', async () => {
  const { ownerId, modelId } = await startFirst('madeanew')
  const { db } = server.ctx
  const added = await overtaken(
    (tx) => tx.select().from(models).where(eq(models.id, modelId)).for('update'),
    () => db.transaction((tx) => addSecond(tx, ownerId, 'madeanew')),
    (tx) => tx.delete(models).where(eq(models.id, modelId)),
  )
  expect(added.modelId).not.toBe(modelId)
  expect(await db.$count(modelVersions, eq(modelVersions.modelId, added.modelId))).toBe(1)
})
