import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { serverVersion } from '../../config/server-version.ts'
import { databaseContract } from '../../ports/database.contract.ts'
import { OperatorError } from '../../ports/operator-error.ts'
import { CHILD_LIMITS } from '../../testing/child-limits.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/start-postgres.ts'
import { startTestServer } from '../../testing/start-test-server.ts'
import { openStore } from '../open-failures/open-store.ts'
import { databaseStore } from './database-store.ts'
import { openDatabase } from './open-database.ts'
import { requireKnownMigrations } from './require-known-migrations.ts'

const bin = findPostgres()
const main = join(import.meta.dirname, '../../main.ts')

interface Address {
  readonly user: string
  readonly password: string
  readonly host: string
  readonly database: string
  readonly query: string
}

function runServer(args: readonly string[], env: Record<string, string>): Promise<{ code: unknown; output: string }> {
  const options = {
    ...CHILD_LIMITS,
    timeout: 150_000,
    env: { ...process.env, OMEN_PORT: '0', OMEN_DEMO: 'false', ...env },
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    ),
  )
}

// Where PostgreSQL is not installed there is nothing to test on; the project's set-up installs it.
describe.skipIf(bin === undefined)('with a real PostgreSQL', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
    await makeRefusals()
  })

  /** Databases and users that cannot be used, each for another reason. */
  async function makeRefusals(): Promise<void> {
    for (const database of ['refusing', 'standby', 'crowded']) await postgres.urlOf(database)
    const client = new pg.Client(await postgres.urlOf('postgres'))
    await client.connect()
    await client.query(`create role poor login; create role strict login password 'right';
      alter database standby set default_transaction_read_only = on; alter database crowded connection limit 0`)
    await client.end()
    await postgres.requirePassword('strict')
  }

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

  test.each([
    ['no database of that name', { database: 'none' }, 'there is no database "none". Create it with "createdb none"'],
    ['no password', { user: 'strict' }, 'it asks for a password, and the address has none. Add it to'],
    ['a wrong password', { user: 'strict', password: 'sekret' }, 'it refuses the user "strict"'],
    ['no right to create tables', { user: 'poor' }, 'the user "poor" lacks a right'],
    ['a read-only server', { database: 'standby' }, 'it is read-only, as a standby is. Name the server that accepts'],
    ['no free connection', { database: 'crowded', user: 'poor' }, 'all of its connections are taken'],
    ['no TLS', { query: '?sslmode=verify-full' }, 'it does not speak TLS. Switch TLS on there, or take sslmode'],
    ['a port where nothing listens', { host: '127.0.0.1:9' }, 'nothing accepts connections there. Start it, or'],
    ['an unknown host', { host: 'nowhere.invalid' }, 'no host of that name is known. Check the host name'],
  ])('is refused in one sentence that names the host and the setting: %s', async (_, change, sentence) => {
    const plain = new URL(await postgres.urlOf('refusing'))
    const {
      user = 'omen',
      password = '',
      host = plain.host,
      database = 'refusing',
      query = '',
    }: Partial<Address> = change
    const url = `postgres://${user}${password && `:${password}`}@${host}/${database}${query}`
    const refusal = await openStore(databaseStore(url), () => openDatabase({ url, folder: '' })).catch((error) => error)
    expect(refusal).toBeInstanceOf(OperatorError)
    expect(refusal.message).toContain(`PostgreSQL at ${host} cannot be used: ${sentence}`)
    expect(refusal.message).not.toContain('sekret')
    expect(refusal.message).not.toContain('\n')
  })

  test('a version of PostgreSQL that is too old is named', async () => {
    const query = async () => ({ rows: [{ number: 140_012, name: '14.12' }] })
    await expect(requireKnownMigrations({ query } as never)).rejects.toThrow(
      'This PostgreSQL is version 14.12; Omen needs 15 or later.',
    )
  })

  test('no command opens a database that a later version has changed, and none writes to it', async () => {
    const url = await postgres.urlOf('later')
    const handle = await openDatabase({ url, folder: '' })
    await handle.executeSql(`
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('of later', ${Date.UTC(2030, 0, 1)});
      comment on table drizzle.__drizzle_migrations is 'Omen 9.1.0'`)
    const written = async () =>
      (
        await handle.executeSql(`select (select count(*) from pg_class) as relations,
          (select count(*) from accounts) as accounts, (select count(*) from drizzle.__drizzle_migrations) as migrations`)
      ).rows
    const before = await written()
    const data = await mkdtemp(join(tmpdir(), 'omen-later-'))
    onTestFinished(() => rm(data, { recursive: true }))
    const sentence = `The database was changed by Omen 9.1.0: it has a migration that this version (${serverVersion}) does not know, the last of 2030-01-01. Start that version or a later one,`
    const commands = [[], ['doctor'], ['backup', '-']]
    const ended = await Promise.all(
      commands.map(async (args, index) => {
        await mkdir(join(data, `${index}`))
        return runServer(args, { OMEN_DATABASE_URL: url, OMEN_DATA: join(data, `${index}`) })
      }),
    )
    for (const { code, output } of ended) {
      expect(code).toBe(1)
      expect(output).toContain(sentence)
      expect(output).not.toMatch(/^ +at /m)
    }
    expect(ended[0]!.output.trim().split('\n')).toHaveLength(1)
    expect(await written()).toEqual(before)
    for (const index of commands.keys()) expect(await readdir(join(data, `${index}`))).not.toContain('points')
    await handle.close()
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
