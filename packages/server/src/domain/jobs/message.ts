import type { QueueMessage } from '../../ports/job-queue.ts'

/** One message per job. It only wakes a worker, which runs whichever job is next. */
export function jobMessage(id: string, at?: number): QueueMessage {
  return { lane: 'batch', key: id, at }
}
