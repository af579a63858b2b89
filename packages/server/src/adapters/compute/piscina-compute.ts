import { fileURLToPath } from 'node:url'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { GapFinding, ModelDisplay, Period } from '@omen/engine'
import { Piscina } from 'piscina'
import type {
  Compute,
  Findings,
  Learned,
  ParsedFile,
  ScoredBlocks,
  ScoringSession,
  TaskOptions,
} from '../../ports/compute.ts'
import type { EncodedBlock } from '../../ports/point-store.ts'
import type { WorkerMessage } from '../workers/worker-port.ts'

export interface ComputeOptions {
  readonly threads: number
  readonly memoryMb: number
}

const workerFile = fileURLToPath(new URL('../workers/engine-worker.ts', import.meta.url))

/**
 * Two pools: one for jobs, and one thread for what a person waits for (a slider, a page), which a job of minutes must not
 * keep waiting. Threads start when they are needed and end when they have not been for a while.
 */
export function createPiscinaCompute(options: ComputeOptions): Compute {
  const jobs = createPool(options.threads, options.memoryMb)
  const answers = createPool(1, options.memoryMb)

  return {
    parse: ({ path, limits, onBlock }, taskOptions) =>
      runReporting<ParsedFile>(
        jobs,
        'parse',
        { path, limits },
        { ...taskOptions, onItem: (item) => onBlock(item as EncodedBlock) },
      ),
    learn: (task, taskOptions) => runReporting<Learned>(jobs, 'learn', task, taskOptions),
    openScorer: async (task, taskOptions) => openSession(jobs, task, taskOptions),
    findPeriods: (task, taskOptions) => run<Period[]>(answers, 'findPeriods', task, taskOptions),
    findGaps: (frame, taskOptions) => run<GapFinding[]>(jobs, 'findGaps', frame, taskOptions),
    display: (model) => run<ModelDisplay>(answers, 'display', model),
    async close() {
      await Promise.all([jobs.destroy(), answers.destroy()])
    },
  }
}

function createPool(threads: number, memoryMb: number): Piscina {
  return new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
}

async function run<T>(pool: Piscina, name: string, task: object, options: TaskOptions = {}): Promise<T> {
  try {
    return (await pool.run(task, { name, signal: options.signal ?? null })) as T
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error
  }
}

interface ReportingOptions extends TaskOptions {
  onItem?(item: unknown): Promise<void>
}

/** Runs a task that sends items and progress; an item that cannot be taken ends the task. */
async function runReporting<T>(pool: Piscina, name: string, task: object, options: ReportingOptions = {}): Promise<T> {
  const { port1: mine, port2: port } = new MessageChannel()
  const broken = new AbortController()
  const taking = new Set<Promise<void>>()
  mine.on('message', (message: WorkerMessage) => {
    if (message.kind === 'progress') return options.onProgress?.(message.done, message.total)
    const taken: Promise<void> = Promise.resolve(options.onItem?.(message.item))
      .then(() => mine.postMessage('taken'))
      .catch((error: unknown) => broken.abort(error))
      .finally(() => taking.delete(taken))
    taking.add(taken)
  })
  const signal = options.signal ? AbortSignal.any([options.signal, broken.signal]) : broken.signal
  try {
    return (await pool.run({ ...task, port }, { name, signal, transferList: [port] })) as T
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await Promise.all(taking)
    mine.close()
  }
}

function openSession(pool: Piscina, task: object, options: TaskOptions = {}): ScoringSession {
  const { port1: mine, port2: port } = new MessageChannel()
  const ended = pool
    .run({ ...task, port }, { name: 'score', signal: options.signal ?? null, transferList: [port] })
    .catch((error: unknown) => Promise.reject(options.signal?.aborted ? options.signal.reason : error))
    .finally(() => mine.close()) as Promise<Findings>
  ended.catch(() => {})
  const endedEarly = ended.then(() => Promise.reject(new Error('the scorer has ended')))
  endedEarly.catch(() => {})
  return {
    async push({ times, columns }) {
      mine.postMessage({ times, columns })
      return Promise.race([nextMessage(mine), endedEarly])
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

function nextMessage(port: MessagePort): Promise<ScoredBlocks> {
  return new Promise((resolve) => port.once('message', resolve))
}
