import { mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '../adapters/database/embedded/embedded-postgres.ts'
import { sampleTable } from './sample-table.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestClient } from './test-client.ts'
import { sendFile, storeText } from './uploads.ts'

const data = mkdtempSync(join(tmpdir(), 'omen-damaged-'))
let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess(data)
  await storeText(await server.admin(), 'a.csv', sampleTable({ rows: 60 }))
  await server.stop()
})
afterAll(async () => {
  await server.kill()
  rmSync(data, { recursive: true, force: true })
})

/** Overwrites the middle of the first block of a table, as a bad sector would. */
async function damage(table: string): Promise<void> {
  const postgres = await startEmbeddedPostgres(join(data, 'postgres'))
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query('select pg_relation_filepath($1::regclass) as path', [table])
  await client.end()
  await postgres.stop()
  const file = openSync(join(data, 'postgres', 'cluster', rows[0].path), 'r+')
  writeSync(file, Buffer.alloc(512, 0xab), 0, 512, 4096)
}

it('starts on a damaged block of the database, and names the damage', async () => {
  await damage('files')
  server = await startServerProcess(data)
  const admin = await server.admin()
  const answer = await admin.get('files')
  expect(answer).toMatchObject({ status: 500, body: { code: 'DATA_DAMAGED' } })
  expect((await admin.get('health')).body).toMatchObject({ state: 'degraded' })
  expect((await admin.get('models')).status).toBe(200)
  await server.stop()
})

it('names the damage where a change meets it', async () => {
  await damage('models')
  server = await startServerProcess(data)
  const admin = await server.admin()
  const table = sampleTable({ rows: 60 })
  const answer = await sendFile(admin, 'b.csv', table)
  expect(answer).toMatchObject({ status: 500, body: { code: 'DATA_DAMAGED' } })
})

it('starts on a damaged block of the accounts', async () => {
  await server.stop()
  await damage('accounts')
  server = await startServerProcess(data, { OMEN_LOG_LEVEL: 'silent' })
  const answer = await createTestClient(server.api).post('login-check', {
    userName: 'admin01',
    password: 'Right_pass1',
  })
  expect(answer).toMatchObject({ status: 500, body: { code: 'DATA_DAMAGED' } })
  expect((await createTestClient(server.api).get('version')).status).toBe(200)
})
