import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeForConsole } from '../compose.ts'
import { resetAtConsole } from '../domain/accounts/index.ts'
import { openJobStream, writeRunningJob } from '../testing/job-stream.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/start-postgres.ts'
import { startTestServer } from '../testing/start-test-server.ts'

const bin = findPostgres()

describe.skipIf(bin === undefined)('with another process on the same PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
  })
  afterAll(() => postgres.stop())

  test('a reset at its console ends the stream at the server', async () => {
    const databaseUrl = await postgres.urlOf('revocation')
    const data = mkdtempSync(join(tmpdir(), 'omen-console-'))
    const here = await startTestServer({ settings: { databaseUrl, role: 'api' } })
    const owner = await here.signUp('elsewhere1')
    const stream = await openJobStream(here.api, owner, await writeRunningJob(here, 'elsewhere1'))
    const console = await composeForConsole({ ...here.ctx.settings, data })
    await resetAtConsole(console.ctx, 'elsewhere1')
    await expect.poll(stream.hasEnded, { timeout: 10_000 }).toBe(true)
    await console.close()
    await here.close()
    rmSync(data, { recursive: true })
  })
})
