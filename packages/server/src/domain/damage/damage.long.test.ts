import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { damage, files, modelVersions } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, sendFile, storeText, train } from '../../testing/uploads.ts'
import { listDamage, markRepaired } from './index.ts'

let server: TestServer
let owner: TestClient
const table = sampleTable({ rows: 300 })
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('keeper')
})
afterAll(() => server.close())

const stored = (folder: 'files' | 'blobs', handle: string): string =>
  join(server.ctx.settings.data, 'files', folder, handle)

async function weightsOf(modelName: string): Promise<string> {
  await train(owner, modelName, table, { modelType: 'Holistic' })
  const { models } = (await owner.get('models?pageSize=500')).body
  const { id } = models.find((model: { modelName: string }) => model.modelName === modelName)
  const [version] = await server.ctx.db.select().from(modelVersions).where(eq(modelVersions.modelId, id))
  return version!.weightsHandle!
}

const show = (modelName: string) => owner.postForm('upload-display', { modelName, modelType: 'Holistic' })

test('a truncated weights file is DATA_DAMAGED, by the name of the model, and once in the record', async () => {
  const handle = await weightsOf('short')
  await truncate(stored('blobs', handle), 10)
  for (const _ of [1, 2])
    expect((await show('short')).body).toMatchObject({
      code: 'DATA_DAMAGED',
      details: [{ field: 'weights', name: 'short v1', message: expect.stringContaining('checksum differs') }],
    })
  const found = (await listDamage(server.ctx)).filter((row) => row.id === handle)
  expect(found).toMatchObject([{ kind: 'weights', name: 'short v1', reason: 'changed', repairedAt: null }])
})

test('one changed bit in the weights is found where they are used to detect', async () => {
  const handle = await weightsOf('bit')
  const bytes = await readFile(stored('blobs', handle))
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(stored('blobs', handle), bytes)
  const { body } = await detect(owner, 'bit', table, { modelType: 'Holistic' })
  expect(body.job).toMatchObject({ state: 'failed', error: { code: 'DATA_DAMAGED' } })
})

test('missing weights are DATA_DAMAGED, and no damage once the model is deleted', async () => {
  const handle = await weightsOf('gone')
  await rm(stored('blobs', handle))
  expect((await show('gone')).body).toMatchObject({
    code: 'DATA_DAMAGED',
    details: [{ name: 'gone v1', message: expect.stringContaining('missing') }],
  })
  const { models } = (await owner.get('models?pageSize=500')).body
  const { id } = models.find((model: { modelName: string }) => model.modelName === 'gone')
  await owner.send('DELETE', `models/${id}`)
  expect((await listDamage(server.ctx)).map((row) => row.id)).not.toContain(handle)
})

test('a file that changed in the store is neither stored as points nor refused as bad, and is read once it is whole', async () => {
  const filename = await storeText(owner, 'changed.csv', table)
  await writeFile(stored('files', filename), table.replace(/\d(?=\n$)/, 'x'))
  expect((await owner.get(`files/${filename}`)).body).toMatchObject({ code: 'DATA_DAMAGED' })
  const [row] = await server.ctx.db.select().from(files).where(eq(files.id, filename))
  expect(row!.state).toBe('stored')
  await writeFile(stored('files', filename), table)
  expect((await owner.get(`files/${filename}`)).body.file.state).toBe('parsed')
})

test('a gzip file that was cut off in the store is damaged, not a bad upload', async () => {
  const { body } = await sendFile(owner, 'cut.csv.gz', gzipSync(table))
  await truncate(stored('files', body.filename), 500)
  expect((await owner.get(`files/${body.filename}`)).body).toMatchObject({
    code: 'DATA_DAMAGED',
    details: [{ field: 'file', name: 'cut.csv.gz' }],
  })
})

test('a file that is missing from the store is damaged, not unknown', async () => {
  const filename = await storeText(owner, 'lost.csv', table)
  await rm(stored('files', filename))
  expect((await owner.get(`files/${filename}`)).body).toMatchObject({
    code: 'DATA_DAMAGED',
    details: [{ field: 'file', name: 'lost.csv', message: expect.stringContaining('missing') }],
  })
})

test('what was repaired is no damage any more, and stays in the record', async () => {
  const [first] = await listDamage(server.ctx)
  await markRepaired(server.ctx, first!.kind, first!.id)
  expect((await listDamage(server.ctx)).map((row) => row.id)).not.toContain(first!.id)
  const [row] = await server.ctx.db.select().from(damage).where(eq(damage.id, first!.id))
  expect(row!.repairedAt).toBeGreaterThanOrEqual(row!.foundAt)
})
