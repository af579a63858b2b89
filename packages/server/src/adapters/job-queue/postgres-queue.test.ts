import { pino } from 'pino'
import { afterAll, beforeAll, describe } from 'vitest'
import type { DatabaseHandle } from '../../ports/database.ts'
import { jobQueueContract } from '../../ports/job-queue.contract.ts'
import { findPostgres, startPostgres, type TestPostgres } from '../../testing/start-postgres.ts'
import { openDatabase } from '../database/open-database.ts'
import { openPgBossQueue } from './pg-boss-queue.ts'

const bin = findPostgres()

describe.skipIf(bin === undefined)('with a real PostgreSQL', () => {
  let postgres: TestPostgres
  let database: DatabaseHandle | undefined
  let count = 0
  beforeAll(async () => {
    postgres = await startPostgres(bin!)
  })
  afterAll(() => postgres.stop())

  jobQueueContract(
    'pg-boss on PostgreSQL',
    async () => {
      database ??= await openDatabase({ url: await postgres.urlOf(`queue${count++}`), folder: null })
      return openPgBossQueue({ database, concurrency: 2, log: pino({ level: 'silent' }) })
    },
    async () => {
      await database?.close()
      database = undefined
    },
  )
})
