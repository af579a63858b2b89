import { fileURLToPath } from 'node:url'
import { MessageChannel } from 'node:worker_threads'
import type {
  CauseRanking,
  GapFinding,
  Insufficient,
  ModelDisplay,
  Period,
  PredictionRule,
  Segment,
  SpanRequest,
} from '@omen/engine'
import { Piscina } from 'piscina'
import type { PeersCompared, RolloutCompared, SameDataVersions } from '../../ports/comparisons.ts'
import type {
  Compute,
  ExtractionSession,
  ExtractionTask,
  Findings,
  ForecastOutcome,
  GapSession,
  LiveExtracted,
  ParsedFile,
  ProcessorMeter,
  ReadLog,
  ScoredBlocks,
  ScoringSession,
  TaskOptions,
  TrainOutcome,
} from '../../ports/compute.ts'
import type { EncodedBlock, PointColumns } from '../../ports/point-store.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { ExtractionMessage } from '../workers/extract-periods-in.ts'
import type { GapChunk } from '../workers/search-gaps.ts'
import type { WorkerMessage } from '../workers/worker-port.ts'
import { execute, type MeteredPool } from './metered-pool.ts'
import { openSession } from './worker-session.ts'

export interface ComputeOptions {
  readonly threads: number
  readonly memoryMb: number
  /** How long a task that nobody waits for any more may go on before its thread is ended. */
  readonly graceMs?: number
}

/** To end a thread and start another takes longer than most of what a person waits for. */
const DEFAULT_GRACE_MS = 250

const workerFile = fileURLToPath(new URL('../workers/engine-worker.ts', import.meta.url))

/** Two extractions at once (domain/detections/get.ts), which keep a thread while rows are read for them, and a page beside them. */
const ANSWER_THREADS = 3

/**
 * Two pools: one for jobs, and one for what a person waits for (a slider, a page), which a job of minutes must not
 * keep waiting. Threads start when they are needed and end when they have not been for a while.
 */
export function createPiscinaCompute(options: ComputeOptions): Compute {
  const jobs = createPool(options.threads, options.memoryMb)
  const answers = createPool(ANSWER_THREADS, options.memoryMb)
  const close = async (): Promise<void> => {
    await Promise.all([jobs.destroy(), answers.destroy()])
  }
  return createCompute({ graceMs: options.graceMs ?? DEFAULT_GRACE_MS, jobs, answers, meter: () => {}, close })
}

/** Aborted some time after another signal. */
function delayed(signal: AbortSignal | undefined, ms: number): AbortSignal | undefined {
  if (!signal) return undefined
  const late = new AbortController()
  signal.addEventListener('abort', () => systemClock.after(ms, () => late.abort(signal.reason)), { once: true })
  return late.signal
}

interface Parts {
  readonly graceMs: number
  readonly jobs: Piscina
  readonly answers: Piscina
  readonly meter: ProcessorMeter
  close(): Promise<void>
}

function createCompute(parts: Parts): Compute {
  const jobs = { pool: parts.jobs, meter: parts.meter }
  const answers = { pool: parts.answers, meter: parts.meter }
  return {
    parse: ({ source, limits, onBlock }, taskOptions) =>
      runReporting<ParsedFile>(
        jobs,
        'parse',
        { source, limits },
        { ...taskOptions, onItem: (item) => onBlock(item as EncodedBlock) },
      ),
    readLog: ({ source, limits, now, onBlock }, taskOptions) =>
      runReporting<ReadLog>(
        jobs,
        'readLog',
        { source, limits, now },
        { ...taskOptions, onItem: (item) => onBlock(item as EncodedBlock) },
      ),
    train: (task, taskOptions) => runReporting<TrainOutcome>(jobs, 'train', task, taskOptions),
    openScorer: async (task, taskOptions) => openScorer(jobs, task, taskOptions),
    openExtraction: async (task, { inJob, signal } = {}) =>
      inJob
        ? openExtraction(jobs, task, { signal })
        : openExtraction(answers, task, { signal: delayed(signal, parts.graceMs) }),
    extractLive: (task, taskOptions) => run<LiveExtracted>(answers, 'extractLive', task, taskOptions),
    openGapSearch: async (task, taskOptions) => openGapSearch(jobs, task, taskOptions),
    draw: (task, taskOptions) => run<string>(answers, 'draw', task, taskOptions),
    paint: (task, taskOptions) => run<Uint8Array[]>(answers, 'paint', task, taskOptions),
    display: (model) => run<ModelDisplay>(answers, 'display', model),
    forecast: (task, taskOptions) => run<ForecastOutcome[]>(answers, 'forecastAll', task, taskOptions),
    comparePeers: (task, taskOptions) => run<PeersCompared>(answers, 'comparePeers', task, taskOptions),
    checkRollout: (task, taskOptions) => run<RolloutCompared>(answers, 'checkRollout', task, taskOptions),
    compareOnSameData: (task, taskOptions) => run<SameDataVersions>(answers, 'sameData', task, taskOptions),
    rankCauses: (task, taskOptions) => run<CauseRanking | Insufficient>(answers, 'rank', task, taskOptions),
    learnRules: (task, taskOptions) => run<PredictionRule[]>(jobs, 'learn', task, taskOptions),
    metered: (meter) => createCompute({ ...parts, meter }),
    close: parts.close,
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

async function run<T>(pool: MeteredPool, name: string, task: object, options: TaskOptions = {}): Promise<T> {
  try {
    return await execute<T>(pool, task, { name, signal: options.signal ?? null })
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error
  }
}

interface ReportingOptions extends TaskOptions {
  onItem?(item: unknown): Promise<void>
}

/** Runs a task that sends items and progress; an item that cannot be consumed aborts the task. */
async function runReporting<T>(
  pool: MeteredPool,
  name: string,
  task: object,
  options: ReportingOptions = {},
): Promise<T> {
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
    return await execute<T>(pool, { ...task, port }, { name, signal, transferList: [port] })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    await Promise.all(taking)
    mine.close()
  }
}

function openScorer(pool: MeteredPool, task: object, options?: TaskOptions): ScoringSession {
  const session = openSession<PointColumns, ScoredBlocks, Findings>(pool, 'score', task, options)
  return {
    push: ({ times, columns }) => session.ask({ times, columns }),
    finish: session.finish,
    close: session.close,
  }
}

function openExtraction(pool: MeteredPool, task: ExtractionTask, options?: TaskOptions): ExtractionSession {
  const session = openSession<ExtractionMessage, unknown, void>(pool, 'extractPeriods', task, options)
  const ask = async <T>(message: ExtractionMessage): Promise<T> => (await session.ask(message)) as T
  return {
    segments: (probability, gaps) => ask<Segment[]>({ kind: 'segments', probability, gaps }),
    find: (rows) => ask({ kind: 'find', rows }),
    plan: (probability) => ask<SpanRequest[]>({ kind: 'plan', probability }),
    describe: (rows, requests) => ask({ kind: 'describe', rows, requests }),
    next: () => ask<Period[]>({ kind: 'next' }),
    close: session.close,
  }
}

function openGapSearch(pool: MeteredPool, task: object, options?: TaskOptions): GapSession {
  const session = openSession<NonNullable<GapChunk>, 'taken', GapFinding[]>(pool, 'findGaps', task, options)
  const ask = async (pass: 'survey' | 'search', { times, columns }: PointColumns): Promise<void> => {
    await session.ask({ pass, columns: { times, columns } })
  }
  return {
    survey: (columns) => ask('survey', columns),
    search: (columns) => ask('search', columns),
    finish: session.finish,
    close: session.close,
  }
}
