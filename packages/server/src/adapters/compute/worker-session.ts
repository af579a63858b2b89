import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { TaskOptions } from '../../ports/compute.ts'
import { execute, type MeteredPool } from './metered-pool.ts'

/** A task that processes chunks in order, replies to each, and produces a result at the end. */
export interface WorkerSession<Chunk, Answer, Outcome> {
  ask(chunk: Chunk): Promise<Answer>
  /** Ends the session. */
  finish(): Promise<Outcome>
  /** Ends the session without a result; does nothing if it has already ended. */
  close(): Promise<void>
}

/** Opens a session with a task of the worker; it takes null for the end. */
export function openSession<Chunk, Answer, Outcome>(
  pool: MeteredPool,
  name: string,
  task: object,
  options: TaskOptions = {},
): WorkerSession<Chunk, Answer, Outcome> {
  const { port1: mine, port2: port } = new MessageChannel()
  const run = { name, signal: options.signal ?? null, transferList: [port] }
  const ended = execute<Outcome>(pool, { ...task, port }, run)
    .catch((error: unknown) => Promise.reject(options.signal?.aborted ? options.signal.reason : error))
    .finally(() => mine.close())
  ended.catch(() => {})
  const endedEarly = ended.then(() => Promise.reject(new Error(`the session '${name}' has ended`)))
  endedEarly.catch(() => {})
  return {
    async ask(chunk) {
      mine.postMessage(chunk)
      return Promise.race([nextMessage<Answer>(mine), endedEarly])
    },
    finish() {
      mine.postMessage(null)
      return ended
    },
    async close() {
      mine.close()
      await ended.catch(() => {})
    },
  }
}

function nextMessage<T>(port: MessagePort): Promise<T> {
  return new Promise((resolve) => port.once('message', resolve))
}
