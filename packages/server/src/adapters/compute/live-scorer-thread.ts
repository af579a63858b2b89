import { Worker } from 'node:worker_threads'
import type { TemplateCounts } from '@omen/engine'
import type {
  ChangedTemplates,
  LiveResult,
  LiveScorer,
  LogRowsResult,
  ProjectDetector,
} from '../../ports/live-scorer.ts'
import type { LiveReply, LiveRequest } from '../workers/live-messages.ts'

const workerFile = new URL('../workers/live-worker.ts', import.meta.url)
/** What is made for a row is soon garbage: by itself, it would come to 100 MB. */
const MAX_YOUNG_GENERATION_SIZE_MB = 16

type Question = LiveRequest extends infer Request ? (Request extends unknown ? Omit<Request, 'id'> : never) : never
interface Waiting {
  resolve(value: unknown): void
  reject(reason: unknown): void
}

/** One thread, started with the first session. When it dies, what waits for it is rejected, and the next session starts another. */
export function createLiveScorer(options: { memoryMb: number }): LiveScorer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let asked = 0
  let sessions = 0

  const fail = (reason: Error): void => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }
  const start = (): Worker => {
    const started = new Worker(workerFile, {
      resourceLimits: {
        maxOldGenerationSizeMb: options.memoryMb,
        maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_SIZE_MB,
      },
    })
    started.unref()
    started.on('message', ({ id, value, error }: LiveReply) => {
      const one = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) one?.resolve(value)
      else one?.reject(error)
    })
    started.on('error', (error) => fail(error))
    started.on('exit', () => worker === started && fail(new Error('the thread of live detection ended')))
    return started
  }
  const ask = <T>(question: Question, transfer: ArrayBuffer[] = []): Promise<T> => {
    worker ??= start()
    const id = ++asked
    return new Promise<T>((resolve, reject) => {
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
      worker!.postMessage({ ...question, id }, transfer)
    })
  }
  return {
    async open({ ofLogs = false, ...detectorOptions }, { state, model } = {}) {
      const session = ++sessions
      const opened = await ask<Pick<ProjectDetector, 'standing' | 'seriesCount' | 'logSeries'>>({
        kind: 'open',
        session,
        options: detectorOptions,
        ofLogs,
        state,
        model,
      })
      return {
        ...opened,
        addSeries: (series) => ask({ kind: 'add', session, series }),
        declareTypes: (types) => ask({ kind: 'types', session, types }),
        useModel: (next) => ask({ kind: 'model', session, model: next }),
        learn: (rows, rowMs) => ask({ kind: 'learn', session, rows, rowMs }),
        push: (rows) => ask<LiveResult>({ kind: 'push', session, rows }),
        pushLines: (lines) => ask({ kind: 'lines', session, lines }),
        pushLogRows: (times) => ask<LogRowsResult>({ kind: 'logRows', session, times }),
        countLogRows: (times) => ask<TemplateCounts>({ kind: 'countRows', session, times }),
        takeTemplates: () => ask<ChangedTemplates>({ kind: 'templates', session }),
        watchTemplates: (critical) => ask({ kind: 'watch', session, critical }),
        save: () => ask<Uint8Array>({ kind: 'save', session }),
        close: async () => {
          if (worker !== undefined) await ask({ kind: 'close', session })
        },
      }
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}
