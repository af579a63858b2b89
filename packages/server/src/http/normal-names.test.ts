import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleTable } from '../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import type { TestClient } from '../testing/test-client.ts'
import { storeText, train } from '../testing/uploads.ts'
import { normalNames } from './normal-names.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('composer1')
})
afterAll(() => server.close())

const COMPOSED = 'caf\u00e9'
const DECOMPOSED = 'cafe\u0301'

test('a model is one, however its name is written, and is found in either form', async () => {
  const table = sampleTable({ rows: 200 })
  await train(owner, DECOMPOSED, table)
  await train(owner, COMPOSED, table)
  const { models } = (await owner.get(`models?q=${encodeURIComponent(DECOMPOSED)}&modelType=Holistic`)).body
  expect(
    models.map(({ modelName, versionCount }: { modelName: string; versionCount: number }) => [modelName, versionCount]),
  ).toEqual([[COMPOSED, 2]])
  const display = await owner.postForm('upload-display', { modelName: DECOMPOSED, modelType: 'Holistic' })
  expect(display.status).toBe(200)
})

test('file and token names are stored in one form', async () => {
  const filename = await storeText(owner, `${DECOMPOSED}.csv`, 'timestamp,a\n1,2\n')
  expect((await owner.get(`files/${filename}`)).body.file.uploadFileName).toBe(`${COMPOSED}.csv`)
  const { body } = await owner.post('tokens', { name: DECOMPOSED, scopes: ['read'] })
  expect(body.token.name).toBe(COMPOSED)
})

test('passwords and series stay as they are', () => {
  const fields = { password: DECOMPOSED, seriesIds: [DECOMPOSED], userNames: [DECOMPOSED, 1], modelName: DECOMPOSED }
  expect(normalNames(fields)).toEqual({ ...fields, userNames: [COMPOSED, 1], modelName: COMPOSED })
})
