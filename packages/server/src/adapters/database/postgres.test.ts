import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { databaseContract } from '../../ports/database.contract.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/start-postgres.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { openDatabase } from './open-database.ts'

const bin = findPostgres()

// Where PostgreSQL is not installed there is nothing to test on; the project's set-up installs it.
describe.skipIf(bin === undefined)('with a real PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
  })
  afterAll(() => postgres.stop())

  databaseContract('PostgreSQL', async () => openDatabase({ url: await postgres.urlOf('contract'), folder: '' }))

  test('several servers that start at once migrate once', async () => {
    const url = await postgres.urlOf('together')
    const handles = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url, folder: '' })))
    const { rows } = await handles[0]!.executeSql(
      'select count(*)::int as applied, count(distinct hash)::int as different from drizzle.__drizzle_migrations',
    )
    expect(rows[0]!.applied).toBe(rows[0]!.different)
    await Promise.all(handles.map((handle) => handle.close()))
  })

  test('an address where nothing answers is refused at once', async () => {
    await expect(openDatabase({ url: 'postgres://omen@127.0.0.1:9/none', folder: '' })).rejects.toThrow('ECONNREFUSED')
  })

  test('the server signs up, signs in and locks on it', async () => {
    const server = await startTestServer({ settings: { databaseUrl: await postgres.urlOf('server') } })
    await server.signUp('postgres1')
    const wrong = () => server.anonymous.post('login-check', { userName: 'postgres1', password: 'Wrong_pass1' })
    const answers = await Promise.all(Array.from({ length: 15 }, wrong))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 423)).toHaveLength(5)
    expect((await server.anonymous.get('health')).status).toBe(200)
    await server.close()
  })

  test('the server reports its absence, and recovers when it is back', async () => {
    const own = await startPostgres(bin!)
    onTestFinished(() => own.stop())
    const server = await startTestServer({ settings: { databaseUrl: await own.urlOf('away') } })
    const admin = await server.admin()
    await own.pause()
    const refused = await admin.get('account')
    expect(refused).toMatchObject({ status: 503, body: { code: 'OVERLOADED', retryAfterMs: 2000 } })
    await own.resume()
    expect((await admin.get('account')).status).toBe(200)
    await server.close()
  })
})
