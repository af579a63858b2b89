import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allOf } from '../../ports/file-store.contract.ts'
import { weights } from '../../schema/index.ts'
import { hasBadSectors, putBadSector } from '../../testing/bad-sector.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { storeText, train } from '../../testing/uploads.ts'
import { listDamage } from '../damage/index.ts'
import { checkStored } from '../doctor/examine.ts'
import { readScrub, scrubPass } from './index.ts'
import { isDue } from './run.ts'
import { saveScrub } from './state.ts'
import { storedItems } from './stored-items.ts'

let server: TestServer
let owner: TestClient
const table = sampleTable({ rows: 300 })
const DAY_MS = 86_400_000
const handles: string[] = []
beforeAll(async () => {
  server = await startTestServer({ settings: { scrubBytesPerSecond: 1e12 } })
  owner = await server.signUp('scrubbed')
  await train(owner, 'kept', table, { modelType: 'Split' })
  for (const name of ['a', 'b', 'c']) handles.push(await storeText(owner, `${name}.csv`, table))
  handles.sort()
})
afterAll(() => server.close())

const fileAt = (handle: string): string => join(server.ctx.settings.data, 'files', 'files', handle)

async function damageFile(handle: string): Promise<void> {
  const bytes = await readFile(fileAt(handle))
  bytes[20]! ^= 1
  await writeFile(fileAt(handle), bytes)
}

test('files, weights and tables of points are all compared', async () => {
  const { damaged, checked, finishedAt } = await scrubPass(server.ctx)
  const items = await allOf(storedItems(server.ctx))
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['file', 'weights', 'dataset']))
  expect({ damaged, checked }).toEqual({ damaged: 0, checked: items.length })
  expect(finishedAt).not.toBeNull()
})

test('one changed bit is found, kept in the record, and seen by health', async () => {
  await damageFile(handles[1]!)
  expect(await scrubPass(server.ctx)).toMatchObject({ damaged: 1 })
  expect(await listDamage(server.ctx)).toMatchObject([{ kind: 'file', id: handles[1], reason: 'changed' }])
  server.clock.advance(11_000)
  await expect
    .poll(async () => (await server.anonymous.get('health')).body)
    .toMatchObject({ state: 'degraded', reasons: ['dataDamaged'], damaged: 1 })
})

test('damage repaired by hand is marked as repaired', async () => {
  await writeFile(fileAt(handles[1]!), table)
  expect(await scrubPass(server.ctx)).toMatchObject({ damaged: 0 })
  expect(await listDamage(server.ctx)).toEqual([])
})

test.runIf(hasBadSectors)('a file on a bad sector is damage, and stops neither the pass nor a report', async () => {
  putBadSector(fileAt(handles[1]!))
  const { damaged, checked, finishedAt } = await scrubPass(server.ctx)
  expect({ damaged, checked }).toEqual({ damaged: 1, checked: (await allOf(storedItems(server.ctx))).length })
  expect(finishedAt).not.toBeNull()
  expect(await listDamage(server.ctx)).toMatchObject([{ kind: 'file', id: handles[1], reason: 'unreadable' }])
  const { status, body } = await owner.get(`files/${handles[1]}`)
  expect([status, body.code, body.details[0].message]).toEqual([
    500,
    'DATA_DAMAGED',
    'the uploaded file is on a part of the disk that cannot be read',
  ])
  const findings = await allOf(checkStored(server.ctx))
  expect(findings.map(({ text }) => text)).toContainEqual(expect.stringContaining('the disk cannot read it'))
  expect(findings.length).toBeGreaterThan(3)
  await rm(fileAt(handles[1]!))
  await writeFile(fileAt(handles[1]!), table)
})

test('an interrupted pass resumes after the last item compared', async () => {
  const { ctx } = server
  const all = await allOf(storedItems(ctx))
  const done = await readScrub(ctx)
  await saveScrub(ctx, { ...done!, finishedAt: null, after: all.at(-3)!, checked: 100 })
  expect(await scrubPass(ctx)).toMatchObject({ checked: 102, after: all.at(-1) })
})

test('a stopped pass keeps its position', async () => {
  const { ctx } = server
  const stopped = new AbortController()
  const { files } = ctx
  const { open } = files
  files.open = async (kind, handle, range) => {
    if (handle === handles[1]) stopped.abort()
    return open(kind, handle, range)
  }
  await expect(scrubPass(ctx, stopped.signal)).rejects.toThrow()
  files.open = open
  const state = await readScrub(ctx)
  expect(state).toMatchObject({ finishedAt: null })
  expect(state!.after!.id < handles[1]!).toBe(true)
  await scrubPass(ctx)
})

test('weights from before there were checksums get theirs on the first pass', async () => {
  const { ctx } = server
  const [before] = await ctx.db.select().from(weights)
  await ctx.db.update(weights).set({ sha256: null })
  await scrubPass(ctx)
  expect(await ctx.db.select().from(weights)).toContainEqual(before)
})

test('a pass is due once a period, one that was stopped at once, and none where it is switched off', () => {
  const { clock } = server
  const ctx = { clock, settings: { ...server.ctx.settings, scrubDays: 7 } }
  const now = clock.now()
  const finished = { startedAt: now, finishedAt: now, after: null, checked: 1, damaged: 0 }
  expect(isDue(ctx, undefined)).toBe(true)
  expect(isDue(ctx, finished)).toBe(false)
  expect(isDue(ctx, { ...finished, startedAt: now - 8 * DAY_MS })).toBe(true)
  expect(isDue(ctx, { ...finished, finishedAt: null })).toBe(true)
  expect(isDue({ clock, settings: { ...ctx.settings, scrubDays: 0 } }, undefined)).toBe(false)
})
