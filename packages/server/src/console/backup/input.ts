import { createReadStream } from 'node:fs'
import { BackupError } from '../../domain/backup/index.ts'

/** `-` is standard input. */
export async function* readInput(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1024 * 1024 })
  } catch (cause) {
    throw new BackupError(`${file} cannot be read: ${(cause as Error).message}`, cause)
  }
}
