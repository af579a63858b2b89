import { afterAll, beforeAll, expect, it } from 'vitest'
import { files } from '../../schema/index.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { storeText } from '../../testing/uploads.ts'
import { briefColumns } from './file-row.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('reads neither columns nor rejected lines of the files that it lists', async () => {
  const owner = await server.admin()
  const names = Array.from({ length: 300 }, (_, index) => `metric${index}[${'node'.repeat(20)}]`)
  const row = (time: number) => `${time},${names.map(() => 1).join(',')}`
  const lines = [
    `timestamp,${names.join(',')}`,
    ...[1, 2, 3].map((minute) => row(Date.UTC(2026, 2, 1, 0, minute))),
    'not a time,1',
  ]
  const filename = await storeText(owner, 'wide.csv', lines.join('\n'))
  const { preview } = (await owner.get(`files/${filename}`)).body
  expect([preview.columns.length, preview.rejected.length]).toEqual([300, 1])
  const [read] = await server.ctx.db.select(briefColumns).from(files)
  expect(JSON.stringify(read).length).toBeLessThan(2000)
  const [listed] = (await owner.get('files')).body.files
  expect(listed.summary).toMatchObject({ kind: 'metrics', rows: 3, columnCount: 300, rejectedRows: 1, gapCount: 0 })
})
