import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { detect, storeText, train, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
let other: TestClient
let id: string
const table = sampleTable({ rows: 200 })
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('modelowner')
  other = await server.signUp('stranger')
  await train(owner, 'shop', table, { modelType: 'Split' })
  const { body } = await train(owner, 'shop', sampleTable({ rows: 300 }), { modelType: 'Split' })
  id = body.job.result.versions[0].modelId
})
afterAll(() => server.close())

describe('GET models', () => {
  it('finds by part of a name and by type, and pages', async () => {
    await train(owner, 'another', table)
    expect(
      (await owner.get('models?q=SHO')).body.models.map((model: { modelName: string }) => model.modelName),
    ).toEqual(['shop'])
    expect((await owner.get('models?modelType=Holistic')).body.models).toHaveLength(1)
    const { models, page } = (await owner.get('models?pageSize=2&page=2')).body
    expect([models.length, page]).toEqual([1, { page: 2, pageSize: 2, total: 3 }])
  })

  it('shows nobody else’s', async () => {
    expect((await other.get('models')).body.models).toEqual([])
    expect((await server.anonymous.get('models')).status).toBe(401)
  })
})

describe('GET models/{id}', () => {
  it('has the live version with its series', async () => {
    const { model } = (await owner.get(`models/${id}`)).body
    expect(model).toMatchObject({
      modelName: 'shop',
      versionCount: 2,
      live: { version: 2, rows: 300 },
      detectionCount: 0,
    })
    expect(model.series).toHaveLength(6)
  })

  it('lists its versions, newest first', async () => {
    const { versions } = (await owner.get(`models/${id}/versions`)).body
    expect(versions.map((version: { version: number; live: boolean }) => [version.version, version.live])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  it.each(['', '/versions'])('is not there for anybody else (%s)', async (path) => {
    expect((await other.get(`models/${id}${path}`)).body.code).toBe('NOT_FOUND')
  })
})

describe('POST models/{id}/promote', () => {
  it('puts an older version live and loses no history', async () => {
    const { model } = (await owner.post(`models/${id}/promote`, { version: 1 })).body
    expect([model.live.version, model.versionCount]).toEqual([1, 2])
    await owner.post(`models/${id}/promote`, { version: 2 })
  })

  it('refuses a version that there is not, and other people', async () => {
    expect((await owner.post(`models/${id}/promote`, { version: 9 })).body.code).toBe('NOT_FOUND')
    expect((await other.post(`models/${id}/promote`, { version: 1 })).body.code).toBe('NOT_FOUND')
  })
})

describe('POST models/{id}/share', () => {
  it('takes a name that is no account like one that is, and lists both as typed', async () => {
    const shared = await owner.post(`models/${id}/share`, { userNames: ['STRANGER', 'nobody99'] })
    expect([shared.status, shared.body.model.sharedWith]).toEqual([200, ['STRANGER', 'nobody99']])
    expect((await other.get(`models/${id}`)).body.model.sharedWith).toEqual([])
    expect((await owner.get(`models/${id}`)).body.model.sharedWith).toEqual(['STRANGER', 'nobody99'])
  })

  it('gives nothing to an account that takes the name later', async () => {
    const squatter = await server.signUp('nobody99')
    expect((await squatter.get(`models/${id}`)).status).toBe(404)
  })

  it('withdraws what is not named again, and takes the own name for nothing', async () => {
    const { body } = await owner.post(`models/${id}/share`, { userNames: [owner.userName] })
    expect(body.model.sharedWith).toEqual([])
    expect((await other.get(`models/${id}`)).status).toBe(404)
  })

  it('refuses other people', async () => {
    expect((await other.post(`models/${id}/share`, { userNames: [] })).body.code).toBe('NOT_FOUND')
  })
})

describe('several trainings of one model at once', () => {
  it('each get a version of their own', async () => {
    await train(owner, 'crowded', table, { modelType: 'Split' })
    const filename = await storeText(owner, 'training.csv', table)
    const form = { uploadFileName: 'training.csv', filename, modelName: 'crowded', modelType: 'Split' }
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => owner.postForm('upload-training', form, WAITING)))
    const trained = answers.map(({ body }) => body.job.result.versions[0].version)
    expect(new Set(trained).size).toBe(6)
  })
})

describe('DELETE models/{id}', () => {
  it('beside promoting and sharing it leaves them with the model or with NOT_FOUND', async () => {
    const statuses: number[] = []
    for (let round = 0; round < 8; round++) {
      const { body } = await train(owner, `contested${round}`, table, { modelType: 'Split' })
      const path = `models/${body.job.result.versions[0].modelId}`
      const answers = await Promise.all([
        owner.post(`${path}/promote`, { version: 1 }),
        owner.delete(path),
        owner.post(`${path}/share`, { userNames: ['stranger'] }),
        owner.get('models'),
      ])
      statuses.push(...answers.map(({ status }) => status))
    }
    expect(new Set(statuses.filter((status) => status !== 200))).toBeOneOf([new Set(), new Set([404])])
  })

  it('has a detection fail that runs on the model, since its weights are gone', async () => {
    const { body } = await train(owner, 'brief', table, { modelType: 'Split' })
    const { modelId } = body.job.result.versions[0]
    const { compute } = server.ctx
    const { metered } = compute
    const scoring = Promise.withResolvers<void>()
    const deleted = Promise.withResolvers<void>()
    compute.metered = (meter) => {
      const { openScorer, ...rest } = metered(meter)
      const waitForDeletion: typeof openScorer = async (...given) => {
        scoring.resolve()
        await deleted.promise
        return openScorer(...given)
      }
      return { ...rest, openScorer: waitForDeletion }
    }
    const detection = detect(owner, 'brief', table)
    await scoring.promise
    await owner.delete(`models/${modelId}`)
    deleted.resolve()
    expect((await detection).body.job).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
    compute.metered = metered
  })

  it('removes the model and its weights, for its owner alone', async () => {
    const blobs = () => readdir(join(server.ctx.settings.data, 'files', 'blobs'))
    const before = (await blobs()).length
    expect((await other.delete(`models/${id}`)).body.code).toBe('NOT_FOUND')
    expect((await owner.delete(`models/${id}`)).status).toBe(200)
    expect((await owner.get(`models/${id}`)).status).toBe(404)
    expect((await blobs()).length).toBe(before - 2)
  })
})
