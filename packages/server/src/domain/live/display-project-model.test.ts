import type { ModelHeader } from '@omen/engine'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs, liveModels, livePositions, models, modelVersions, schedules, sources } from '../../schema/index.ts'
import { expectEventually } from '../../testing/eventually.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createTestClient, type TestClient } from '../../testing/test-client.ts'
import { trainProjects } from '../models/index.ts'
import { openProjectData } from '../models/project-data.ts'

/** So long that a busy machine is within it. */
const STEP = 10 * 60_000

let server: TestServer
let owner: TestClient
/** Time passes at once: rows are read when their samples have been sent. */
let sent: Promise<unknown> = Promise.resolve()
beforeAll(async () => {
  server = await startTestServer({ isClockStill: true })
  // The tests say when projects are trained
  await server.ctx.db.delete(schedules).where(eq(schedules.id, 'train-projects'))
  // A session would end on the way
  owner = await server.withToken(await server.signUp('learner1'), ['read', 'upload', 'manage'])
  const { points } = server.ctx
  const { readGrid } = points
  points.readGrid = async (...request) => {
    await sent
    return readGrid(...request)
  }
})
afterAll(() => server.close())

/** The same for the same row and column, from -1 to 1. */
function noise(row: number, column: number): number {
  const x = Math.sin(row * 12.9898 + column * 78.233) * 43_758.5453
  return 2 * (x - Math.floor(x)) - 1
}

/** Load follows cpu, except where `isApart`; both stay within their range. */
function samples(began: number, from: number, to: number, isApart: (row: number) => boolean) {
  return Array.from({ length: to - from }, (_, k) => {
    const row = from + k
    const time = began + row * STEP
    const cpu = noise(row, 0)
    const load = (isApart(row) ? noise(row, 1) : cpu) + 0.02 * noise(row, 2)
    return Object.entries({ cpu, load, mem: noise(row, 3) }).map(([metric, value]) => ({
      metric,
      instance: 'node1',
      time,
      value: 50 + 5 * value,
    }))
  }).flat()
}

async function add(projectName: string, more: object = {}) {
  const { body } = await owner.post('add-custom-project', { projectName, samplingInterval: 10, ...more })
  const [found] = await server.ctx.db.select({ id: sources.id }).from(sources).where(eq(sources.name, projectName))
  return { sender: createTestClient(server.api, { bearer: body.secret }), project: body.project, id: found!.id }
}

const show = async (name: string) => (await owner.get(`projects/${name}`)).body.project
const positionOf = async (name: string): Promise<number> =>
  (await owner.get(`liveAnalysis?projectName=${name}`)).body.position

const never = (_row: number): boolean => false
const beginning = (): number => Math.floor(server.clock.now() / STEP) * STEP

/** Lets so many rows pass, sends them, and waits until they are scored. */
async function pass(name: string, sender: TestClient, began: number, [from, to]: [number, number], isApart = never) {
  server.clock.advance(Math.max(0, began + to * STEP - server.clock.now()))
  sent = sender.post('ingest/points', { points: samples(began, from, to, isApart) })
  await sent
  await expectEventually(server, () => positionOf(name)).toBeGreaterThanOrEqual(began + (to - 1) * STEP)
}

describe('the model of a project', () => {
  it('is trained when there is enough, takes part from then on, and is trained anew', async () => {
    const { sender, project, id } = await add('shop')
    expect(project).toMatchObject({
      pvalue: 0.99,
      cvalue: 5,
      modelType: 'Holistic',
      retrainDays: 1,
      model: null,
    })
    const began = beginning()
    await pass('shop', sender, began, [-150, 0])
    await expectEventually(server, async () => (await show('shop')).modelDueAt).toBe(began + 50 * STEP)
    expect((await show('shop')).stateSentence).toMatch(/Its own model will be trained in [89] h\.$/)
    await trainProjects(server.ctx)
    expect(await server.ctx.db.$count(jobs)).toBe(0)

    await pass('shop', sender, began, [0, 350])
    await trainProjects(server.ctx)
    await trainProjects(server.ctx)
    expect(await server.ctx.db.select().from(jobs)).toMatchObject([{ isBackground: true, title: 'shop → shop' }])
    await expectEventually(server, async () => (await show('shop')).model?.version).toBe(1)
    const { model } = await show('shop')
    expect(model).toMatchObject({ modelName: 'shop', modelType: 'Holistic', trainedFrom: began - 150 * STEP })

    // The session takes the model when it reads the project the next time
    let row = 350
    for (; row < 359 && (await server.ctx.db.$count(liveModels)) === 0; row++)
      await pass('shop', sender, began, [row, row + 1])
    await pass('shop', sender, began, [row, 410], (at) => at >= 360 && at < 385)
    const [use] = await server.ctx.db.select().from(liveModels)
    expect(use).toMatchObject({ sourceId: id, version: 1 })
    expect(use!.fromTime).toBeGreaterThanOrEqual(began + 349 * STEP)
    const { body } = await owner.get(`liveAnalysis?projectName=shop&from=${began}&to=${began + 410 * STEP}`)
    expect(body.periods).toMatchObject([{ state: 'over', start: began + 360 * STEP }])
    const [period] = body.periods
    expect((period.end - began) / STEP).toBeGreaterThanOrEqual(384)
    expect(body.model).toMatchObject({ modelName: 'shop', version: 1 })
    expect((await openProjectData(server.ctx, id)).exclude).toEqual([{ start: period.start, end: period.end }])

    const learned = (await owner.get('displayProjectModel?projectName=shop')).body
    expect(learned.versions).toMatchObject([{ version: 1, from: use!.fromTime, trainedTo: model.trainedTo }])
    const counted = learned.calibration.reduce((sum: number, { samples: rows }: { samples: number }) => sum + rows, 0)
    expect(counted).toBeGreaterThan(55)
    expect(learned.calibration[0].nominal).toBeCloseTo(0.01, 10)
    expect(learned.versions[0].to).toBe(null)
    expect(learned.models).toMatchObject([{ from: use!.fromTime, display: { version: 1, map: { width: 32 } } }])
    expect(learned.models[0].display.bands).toHaveLength(3)
    const display = async (query: string) => owner.get(`displayProjectModel?projectName=shop&${query}`)
    const { sameData } = (await display(`compare=true&window=${use!.fromTime}`)).body
    expect(sameData.rows).toBe(Math.round((sameData.to - sameData.from) / STEP))
    const [version] = sameData.versions
    expect(version.periods.some(({ start, end }: typeof period) => start <= period.end && end >= period.start)).toBe(
      true,
    )
    expect(version.flaggedShare).toBeGreaterThan(0.05)
    expect((await display('modelType=Split')).body).toMatchObject({ versions: [], models: [] })
    expect((await display(`to=${began - 1000 * STEP}`)).body).toMatchObject({ versions: [], calibration: [] })
    expect((await display('window=1')).body.details).toMatchObject([{ field: 'window' }])
    expect((await display(`from=2&to=1`)).body.details).toMatchObject([{ field: 'from', rule: 'order' }])
    const [{ id: modelId }] = (await owner.get('models')).body.models
    expect((await owner.get(`models/${modelId}/versions`)).body.versions).toMatchObject([{ uploadFileName: 'shop' }])

    await pass('shop', sender, began, [410, 450])
    await trainProjects(server.ctx)
    expect(await server.ctx.db.$count(jobs)).toBe(1)
    await pass('shop', sender, began, [450, 510])
    await trainProjects(server.ctx)
    await expectEventually(server, async () => (await show('shop')).model?.version).toBe(2)
    expect((await display('')).body.versions.length).toBeGreaterThanOrEqual(1)
  })

  it('waits for enough rows where an old sample stands before them', async () => {
    const began = beginning()
    const { sender } = await add('stray')
    await sender.post('ingest/points', { points: samples(began - 3000 * STEP, 0, 1, never) })
    await pass('stray', sender, began, [-60, 0])
    expect((await show('stray')).stateSentence).toMatch(/about to be trained\.$/)
    const before = await server.ctx.db.$count(jobs)
    await trainProjects(server.ctx)
    const due = began + (200 - 60) * STEP
    expect(await show('stray')).toMatchObject({ modelDueAt: due })
    expect((await show('stray')).stateSentence).toMatch(/will be trained in 2[34] h\.$/)
    await pass('stray', sender, began, [0, 140])
    await trainProjects(server.ctx)
    expect(await server.ctx.db.$count(jobs)).toBe(before + 1)
    await expectEventually(server, async () => (await show('stray')).model?.version).toBe(1)
  })

  it('waits until a history that was sent at once is scored, and learns its newest part', async () => {
    const began = beginning()
    const { sender, id } = await add('imported')
    await pass('imported', sender, began, [-600, 0])
    const isOfProject = eq(livePositions.sourceId, id)
    const [scored] = await server.ctx.db.select().from(livePositions).where(isOfProject)
    const before = await server.ctx.db.$count(jobs)
    // As it is while rows are being scored
    await server.ctx.db
      .update(livePositions)
      .set({ position: began - 350 * STEP })
      .where(isOfProject)
    await trainProjects(server.ctx)
    expect(await server.ctx.db.$count(jobs)).toBe(before)
    await server.ctx.db.update(livePositions).set(scored!).where(isOfProject)
    await trainProjects(server.ctx)
    await expectEventually(server, async () => (await show('imported')).model?.version).toBe(1)
    const { model } = await show('imported')
    expect(model.trainedTo).toBeGreaterThanOrEqual(began - 2 * STEP)
  })

  it('follows the clocks of the zone of the project, and is trained anew when that is changed', async () => {
    const began = beginning()
    const { sender } = await add('zoned', { timeZone: 'Asia/Tokyo', modelType: 'Split' })
    await pass('zoned', sender, began, [-210, 0])
    const zoneOf = async (version: number) => {
      await trainProjects(server.ctx)
      await expectEventually(server, async () => (await show('zoned')).model?.version).toBe(version)
      const [row] = await server.ctx.db
        .select({ header: modelVersions.header })
        .from(modelVersions)
        .innerJoin(models, eq(models.id, modelVersions.modelId))
        .where(and(eq(models.modelName, 'zoned'), eq(modelVersions.version, version)))
      return (row!.header as ModelHeader).timeZone
    }
    expect(await zoneOf(1)).toBe('Asia/Tokyo')
    expect((await owner.patch('projects/zoned', { timeZone: 'Asia/Tokyo' })).status).toBe(200)
    await trainProjects(server.ctx)
    expect((await show('zoned')).modelDueAt).toBeGreaterThan(server.clock.now())
    expect((await owner.patch('projects/zoned', { timeZone: 'Europe/Berlin' })).status).toBe(200)
    expect(await zoneOf(2)).toBe('Europe/Berlin')
  })

  it('has another name where the owner has a model of that one, and none where it is not wanted', async () => {
    const began = beginning()
    const [any] = await server.ctx.db.select().from(models)
    await server.ctx.db.insert(models).values({ ...any!, id: 'other', modelName: 'Taken', liveVersion: null })
    const [wanted, unwanted] = [await add('taken'), await add('unwanted', { retrainDays: 0 })]
    await pass('taken', wanted.sender, began, [-210, 0])
    await pass('unwanted', unwanted.sender, began, [-210, 0])
    await trainProjects(server.ctx)
    await expectEventually(server, async () => (await show('taken')).model?.modelName).toBe('taken-2')
    expect(await show('unwanted')).toMatchObject({ model: null, modelDueAt: null })
    const changes = { modelType: 'Split', pvalue: 0.999, cvalue: 3, retrainDays: 7 }
    expect((await owner.patch('projects/taken', changes)).body.project).toMatchObject(changes)
    await trainProjects(server.ctx)
    const isOther = { modelName: 'taken', modelType: 'Split' }
    await expectEventually(server, async () => (await show('taken')).model).toMatchObject(isOther)
    const [split] = await server.ctx.db.select().from(models).where(eq(models.modelName, 'taken'))
    await owner.delete(`models/${split!.id}`)
    expect((await show('taken')).model).toBe(null)
  })
})
