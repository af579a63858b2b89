import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startClickHouseBridge } from './clickhouse-bridge.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { findPostgres, startPostgres, type TestPostgres } from './start-postgres.ts'
import type { TestClient } from './test-client.ts'
import { detect, train } from './uploads.ts'

const bin = findPostgres()

describe.skipIf(bin === undefined)('an API process and a worker process on PostgreSQL and ClickHouse', () => {
  const data = mkdtempSync(join(tmpdir(), 'omen-several-'))
  let postgres: TestPostgres
  let bridge: Awaited<ReturnType<typeof startClickHouseBridge>>
  let api: ServerProcess
  let worker: ServerProcess
  let client: TestClient
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    bridge = await startClickHouseBridge()
    const stores = { OMEN_DATABASE_URL: await postgres.urlOf('several'), OMEN_CLICKHOUSE_URL: bridge.url }
    api = await startServerProcess(data, { ...stores, OMEN_ROLE: 'api' })
    worker = await startServerProcess(data, { ...stores, OMEN_ROLE: 'worker' })
    client = await api.admin()
  }, 60_000)
  afterAll(async () => {
    await api?.stop()
    await worker?.stop()
    await bridge?.close()
    await postgres?.stop()
    rmSync(data, { recursive: true, force: true })
  })

  it('train and detect together', { timeout: 60_000 }, async () => {
    const { body } = await train(client, 'apart', sampleTable({ rows: 300 }))
    expect(body.job).toMatchObject({ state: 'done' })
    const found = await detect(client, 'apart', sampleTable({ rows: 200, trouble: [100, 110] }))
    const { detection } = (await client.get(`detections/${found.body.job.result.detectionId}`)).body
    expect(detection.periods[0].series[0].seriesId).toBe('cpu[node2]')
  })
})
