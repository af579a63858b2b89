import { fileURLToPath } from 'node:url'
import { Piscina } from 'piscina'
import type { DecodedBatch } from '../../ports/decoded-batch.ts'
import type { DecodedLogs } from '../../ports/decoded-logs.ts'
import type { Decoder } from '../../ports/decoder.ts'

const workerFile = fileURLToPath(new URL('../workers/ingest-worker.ts', import.meta.url))

/** Threads of their own: live data never waits behind a training. */
export function createPiscinaDecoder(options: { threads: number; memoryMb: number }): Decoder {
  const pool = new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
  })
  const run = (name: string, task: { body: Uint8Array<ArrayBuffer> }): Promise<unknown> => {
    // A buffer of Node's pool is shared with others and cannot be handed over
    const body = task.body.byteLength === task.body.buffer.byteLength ? task.body : task.body.slice()
    return pool.run({ ...task, body }, { name, transferList: [body.buffer] })
  }
  return {
    decode: (task) => run('decode', task) as Promise<DecodedBatch>,
    decodeLogs: (task) => run('decodeLogs', task) as Promise<DecodedLogs>,
    close: () => pool.destroy(),
  }
}
