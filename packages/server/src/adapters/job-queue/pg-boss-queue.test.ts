import { pino } from 'pino'
import type { DatabaseHandle } from '../../ports/database.ts'
import { jobQueueContract } from '../../ports/job-queue.contract.ts'
import { openDatabase } from '../database/open-database.ts'
import { openPgBossQueue } from './pg-boss-queue.ts'

let database: DatabaseHandle | undefined

jobQueueContract(
  'pg-boss on PGlite',
  async () => {
    database ??= await openDatabase({ url: null, folder: null })
    return openPgBossQueue({ database, concurrency: 2, log: pino({ level: 'silent' }) })
  },
  async () => {
    await database?.close()
    database = undefined
  },
)
