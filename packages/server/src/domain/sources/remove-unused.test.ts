import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findings, series, sources } from '../../schema/index.ts'
import { sampleTable } from '../../testing/sample-table.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { sendFile, storeText, WAITING } from '../../testing/uploads.ts'

let server: TestServer
let owner: TestClient
beforeAll(async () => {
  server = await startTestServer()
  owner = await server.signUp('remover1')
})
afterAll(() => server.close())

/** The last instance is silent for a while. */
const table = sampleTable({ rows: 200 })
  .split('\n')
  .map((line, row) => (row > 100 && row < 140 ? line.replace(/(,[^,]*){2}$/, ',,') : line))
  .join('\n')

async function kept(filename: string) {
  const { db } = server.ctx
  return {
    sources: await db.$count(sources, eq(sources.id, filename)),
    series: await db.$count(series, eq(series.sourceId, filename)),
    findings: await db.$count(findings, eq(findings.sourceId, filename)),
  }
}

it('keeps a source with its series until neither a file nor a detection names it', async () => {
  const filename = await storeText(owner, 'watched.csv', table)
  const drawn = await owner.postForm('upload-visualization', { uploadFileName: 'watched.csv', filename }, WAITING)
  const path = `detections/${drawn.body.job.result.detectionId}`
  const { gaps } = (await owner.get(path)).body.detection
  expect(gaps.length).toBeGreaterThan(0)
  await owner.delete(`files/${filename}`)
  expect(await kept(filename)).toEqual({ sources: 1, series: 6, findings: gaps.length })
  const { detection } = (await owner.get(path)).body
  expect([detection.seriesCount, detection.series[0].seriesId, detection.filename]).toEqual([6, 'cpu[node1]', filename])
  await owner.delete(path)
  expect(await kept(filename)).toEqual({ sources: 0, series: 0, findings: 0 })
})

it('removes the source of a file that nothing was made of', async () => {
  const filename = await storeText(owner, 'unused.csv', table)
  await owner.get(`files/${filename}`)
  expect(await kept(filename)).toEqual({ sources: 1, series: 6, findings: 0 })
  await owner.delete(`files/${filename}`)
  expect(await kept(filename)).toEqual({ sources: 0, series: 0, findings: 0 })
})

it('leaves nothing of an upload that failed', async () => {
  const before = await server.ctx.db.$count(sources)
  expect((await sendFile(owner, 'empty.csv', '')).body.code).toBe('EMPTY_FILE')
  expect(await server.ctx.db.$count(sources)).toBe(before)
})
