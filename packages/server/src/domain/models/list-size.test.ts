import type { Socket } from 'node:net'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { modelVersions } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { train } from '../../testing/uploads.ts'

const VERSIONS = 20

test('lists of models and of versions read no header, and no series of versions that are not live', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.close())
  const owner = await server.signUp('wideowner')
  const { body } = await train(owner, 'wide', sampleTable({ rows: 100 }), { modelType: 'Holistic' })
  const [{ modelId }] = body.job.result.versions
  const { db } = server.ctx
  const [first] = await db.select().from(modelVersions).where(eq(modelVersions.modelId, modelId))
  const series = Array.from({ length: 600 }, (_, k) => ({ ...first!.series![0]!, id: `cpu[node${k}]` }))
  const wide = { ...first!, header: 'h'.repeat(200_000), series }
  const more = Array.from({ length: VERSIONS - 1 }, (_, k) => ({ ...wide, version: k + 2 }))
  await db.insert(modelVersions).values(more)

  const sockets = new Set<Socket>()
  const pool = (db as unknown as { $client: Pool }).$client
  pool.on('acquire', (client) =>
    sockets.add((client as unknown as { connection: { stream: Socket } }).connection.stream),
  )
  const bytesRead = (): number => [...sockets].reduce((sum, { bytesRead: bytes }) => sum + bytes, 0)
  await Promise.all(Array.from({ length: 10 }, () => owner.get('models')))
  const before = bytesRead()
  const { models } = (await owner.get('models')).body
  const listed = (await owner.get(`models/${modelId}/versions`)).body.versions
  expect(models[0]).toMatchObject({ versionCount: VERSIONS, live: { version: 1, seriesCount: 6 } })
  expect(models[0].series).toHaveLength(6)
  expect(listed.map(({ seriesCount }: { seriesCount: number }) => seriesCount)).toEqual([...more.map(() => 600), 6])
  expect(bytesRead() - before).toBeLessThan(500_000)
})
