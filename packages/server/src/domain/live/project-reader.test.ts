import { afterAll, beforeAll, expect, it } from 'vitest'
import { projects } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { Context } from '../context.ts'
import { createProjectReader } from './project-reader.ts'

let server: TestServer
let sourceIds: string[]
beforeAll(async () => {
  server = await startTestServer()
  const owner = await server.signUp('reader001')
  for (const projectName of ['first', 'second'])
    await owner.post('add-custom-project', { projectName, samplingInterval: 1 })
  sourceIds = (await server.ctx.db.select({ id: projects.sourceId }).from(projects)).map(({ id }) => id)
})
afterAll(() => server.close())

it('reads what is asked for at one moment by one statement', async () => {
  const { ctx, statements } = counted(server.ctx)
  const read = createProjectReader(ctx)
  const found = await Promise.all([...sourceIds, 'unknown', sourceIds[0]!].map(read))
  expect(found.map((project) => project?.sourceId)).toEqual([...sourceIds, undefined, sourceIds[0]])
  expect(statements()).toBe(1)
})

it('reads a project as it is at the moment that it is asked for', async () => {
  const { ctx, statements } = counted(server.ctx)
  const read = createProjectReader(ctx)
  expect((await read(sourceIds[0]!))!.cvalue).toBe(5)
  await server.ctx.db.update(projects).set({ cvalue: 7 })
  expect((await read(sourceIds[0]!))!.cvalue).toBe(7)
  expect(statements()).toBe(2)
})

function counted(ctx: Context) {
  let count = 0
  const select: Context['db']['select'] = (...args: []) => {
    count++
    return ctx.db.select(...args)
  }
  const db = new Proxy(ctx.db, { get: (target, name) => (name === 'select' ? select : Reflect.get(target, name)) })
  return { ctx: { ...ctx, db }, statements: () => count }
}
