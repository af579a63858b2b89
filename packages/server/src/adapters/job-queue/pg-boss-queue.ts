import { EventEmitter, once } from 'node:events'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { DatabaseHandle } from '../../ports/database.ts'
import type { JobQueue } from '../../ports/job-queue.ts'

const queueName = 'omen'
/** Long enough for any job: whether a worker still lives is told by our own table. */
const expireInSeconds = 23 * 3600

export interface QueueOptions {
  readonly database: Pick<DatabaseHandle, 'executeSql' | 'kind'>
  /** Jobs at once in this process. */
  readonly concurrency: number
  readonly log: Pick<Logger, 'error'>
}

/** pg-boss in the same database as everything else; workers of this process are woken, those of others look every second. */
export async function openPgBossQueue(options: QueueOptions): Promise<JobQueue> {
  const { kind, executeSql } = options.database
  const boss = new PgBoss({ db: { executeSql }, backend: kind, schedule: false, schema: 'pgboss' })
  boss.on('error', (cause) => options.log.error({ err: cause }, 'the job queue reports an error'))
  await boss.start()
  await boss.createQueue(queueName, { retryLimit: 3, retryDelay: 2, expireInSeconds })
  const changes = new EventEmitter().setMaxListeners(0)
  let workerIds: string[] = []

  return {
    async start(run) {
      for (let index = 0; index < options.concurrency; index++) {
        const id = await boss.work<{ jobId: string }>(
          queueName,
          { batchSize: 1, pollingIntervalSeconds: kind === 'pglite' ? 5 : 1 },
          async ([job]) => run(job!.data.jobId),
        )
        workerIds.push(id)
      }
    },
    async send(jobId) {
      await boss.send(queueName, { jobId })
      for (const id of workerIds) boss.notifyWorker(id)
    },
    announce: (jobId) => void changes.emit(jobId),
    async nextChange(jobId, timeoutMs) {
      const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
      // Only the timeout aborts it, and running out of time is no fault.
      await once(changes, jobId, { signal: timeout }).catch(() => {})
    },
    async stop(graceMs) {
      workerIds = []
      await boss.stop({ graceful: graceMs > 0, timeout: Math.max(1000, graceMs), close: false })
    },
  }
}
