import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { DecodedBatch, DecodeTask } from '../../ports/decoded-batch.ts'
import type { DecodedLogs, LogDecodeTask, UnusableBody } from '../../ports/decoded-logs.ts'
import type { Decoder } from '../../ports/decoder.ts'

const workerFile = fileURLToPath(new URL('../workers/ingest-worker.ts', import.meta.url))

/** Threads of their own: live data never waits behind a training. One that takes too long, or too much memory, is replaced. */
export function createPiscinaDecoder(options: { threads: number; memoryMb: number }): Decoder {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
  })
  const run = async <T>(name: string, task: DecodeTask | LogDecodeTask): Promise<T | UnusableBody> => {
    // A buffer of Node's pool is shared with others and cannot be handed over
    const body = task.body.byteLength === task.body.buffer.byteLength ? task.body : task.body.slice()
    const signal = AbortSignal.timeout(task.maxMs)
    try {
      return await pool.run({ ...task, body }, { name, transferList: [body.buffer], signal })
    } catch (error) {
      if (signal.aborted) return tooCostly(`takes more than ${task.maxMs / 1000} seconds to decode`)
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        return tooCostly(`takes more than ${options.memoryMb} MiB to decode`)
      throw error
    }
  }
  return {
    decode: (task) => run<DecodedBatch>('decode', task),
    decodeLogs: (task) => run<DecodedLogs>('decodeLogs', task),
    close: () => pool.destroy(),
  }
}

function tooCostly(fault: string): UnusableBody {
  return { kind: 'tooCostly', message: `${fault}: send smaller batches` }
}
