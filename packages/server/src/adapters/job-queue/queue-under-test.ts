import { pino } from 'pino'
import type { QueueUnderTest } from '../../ports/job-queue.contract.ts'
import { type DatabaseLocation, openDatabase } from '../database/open-database.ts'
import { openGraphileQueue } from './graphile-queue.ts'

/** A database of its own with queues on it, for the contract suite. */
export async function prepareGraphileQueue(location: DatabaseLocation): Promise<QueueUnderTest> {
  const database = await openDatabase(location)
  return {
    db: database.db,
    open: () => openGraphileQueue({ database, isAlone: false, log: pino({ level: 'silent' }) }),
    async countMessages() {
      const { rows } = await database.executeSql('select count(*)::int as count from graphile_worker.jobs')
      return rows[0]!.count as number
    },
    async breakConnections() {
      await database.executeSql(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'omen queue'",
      )
    },
    release: () => database.close(),
  }
}
