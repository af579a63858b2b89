import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOf, chunks } from '../../ports/file-store.contract.ts'
import { files } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, train } from '../../testing/uploads.ts'
import { adoptFound, discardFound, listFound } from './found.ts'
import { setAsideUnnamed } from './set-aside.ts'
import { findUpload } from './store.ts'

let server: TestServer
let owner: TestClient
const table = sampleTable({ rows: 200 })
const LATER = Number.MAX_SAFE_INTEGER
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('finder')
})
afterAll(() => server.close())

const handles = async (): Promise<string[]> => (await allOf(server.ctx.files.list())).map(({ handle }) => handle).sort()
const foundHandles = async (): Promise<string[]> => (await listFound(server.ctx)).map(({ handle }) => handle).sort()

test('unreferenced files are set aside with every byte, and referenced ones stay', async () => {
  const { ctx } = server
  const whole = await storeText(owner, 'whole.csv', table)
  await train(owner, 'named', table, { modelType: 'Split' })
  const before = await handles()
  await ctx.files.receive('f_halfway00', { offset: 0, maxBytes: 9, source: chunks('abc') })
  await ctx.files.write('file', 'f_nobodys00', chunks('timestamp,a\n'))
  await ctx.files.write('blob', 'w_forgotten0', [new Uint8Array(3)])
  expect(await setAsideUnnamed(ctx, { before: LATER })).toEqual({ setAside: 3, broughtBack: 0 })
  expect(await handles()).toEqual(before)
  expect(before).toContain(whole)
  expect((await listFound(ctx)).map(({ handle, kind, bytes }) => `${handle} ${kind} ${bytes}`).sort()).toEqual([
    'f_halfway00 unfinished 3',
    'f_nobodys00 file 12',
    'w_forgotten0 blob 3',
  ])
})

test('bytes newer than the limit are left alone, since their row may still be written', async () => {
  await server.ctx.files.write('blob', 'w_justnow000', [new Uint8Array(3)])
  expect(await setAsideUnnamed(server.ctx, { before: Date.now() - 60_000 })).toMatchObject({ setAside: 0 })
  expect(await handles()).toContain('w_justnow000')
  await server.ctx.files.remove('w_justnow000')
})

test('an acknowledged file whose row was lost comes back when the row does', async () => {
  const { ctx } = server
  const lost = await storeText(owner, 'lost.csv', table)
  const [row] = await ctx.db.delete(files).where(eq(files.id, lost)).returning()
  await setAsideUnnamed(ctx, { before: LATER })
  expect(await foundHandles()).toContain(lost)
  await ctx.db.insert(files).values(row!)
  expect(await setAsideUnnamed(ctx, { before: LATER })).toMatchObject({ broughtBack: 1 })
  expect((await owner.get(`files/${lost}`)).body.file).toMatchObject({ state: 'parsed', sha256: row!.sha256 })
})

test('an account gets back a file that was set aside, and can train on it', async () => {
  const { ctx } = server
  const lost = await storeText(owner, 'again.csv', table)
  await ctx.db.delete(files).where(eq(files.id, lost))
  await setAsideUnnamed(ctx, { before: LATER })
  await adoptFound(ctx, lost, { userName: 'finder', uploadFileName: 'again.csv' })
  const { body } = await owner.get(`files/${lost}`)
  expect(body.file).toMatchObject({ uploadFileName: 'again.csv', state: 'parsed', bytes: Buffer.byteLength(table) })
  expect(await foundHandles()).not.toContain(lost)
})

test('weights cannot be adopted as an upload, nor a file by an account that does not exist', async () => {
  await expect(adoptFound(server.ctx, 'w_forgotten0', { userName: 'finder' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
  await expect(adoptFound(server.ctx, 'f_nobodys00', { userName: 'nobody99' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await foundHandles()).toEqual(['f_halfway00', 'f_nobodys00', 'w_forgotten0'])
})

test('a file that was set aside is deleted only on request', async () => {
  await discardFound(server.ctx, 'f_nobodys00')
  expect(await foundHandles()).toEqual(['f_halfway00', 'w_forgotten0'])
})

test('a file that was being deleted when the server died is deleted, not set aside', async () => {
  const { ctx } = server
  const deleted = await storeText(owner, 'deleted.csv', table)
  await ctx.db.update(files).set({ state: 'expired', expiresAt: 0 }).where(eq(files.id, deleted))
  await setAsideUnnamed(ctx, { before: LATER })
  expect(await handles()).not.toContain(deleted)
  expect(await foundHandles()).not.toContain(deleted)
})

test('an upload whose last chunk arrived before the server died is complete when its status is requested', async () => {
  const { ctx } = server
  const chunk = { 'Content-Type': 'text/csv', 'X-File-Name': 'a.csv', 'Content-Range': `bytes 0-2/${table.length}` }
  const handle = (await owner.send('POST', 'files', { body: table.slice(0, 3), headers: chunk })).body.filename
  await ctx.files.receive(handle, { offset: 3, maxBytes: table.length, source: chunks(table.slice(3)) })
  const [row] = await ctx.db.select().from(files).where(eq(files.id, handle))
  const caller = { accountId: row!.ownerId } as never
  const asked = await Promise.all([findUpload(ctx, caller, { handle }), findUpload(ctx, caller, { handle })])
  expect(asked).toMatchObject([
    { isWhole: true, receivedBytes: table.length },
    { isWhole: true, receivedBytes: table.length },
  ])
  expect((await owner.get(`files/${handle}`)).body.file.state).toBe('parsed')
})
