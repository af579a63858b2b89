import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { syncFolder } from '../../adapters/data-folder/durable-folder.ts'
import { BackupError } from '../../domain/backup/index.ts'

/** Destination of a backup. */
export interface Output {
  write(chunk: Uint8Array): Promise<void>
  /** Marks the backup as complete. */
  complete(): Promise<void>
  /** Removes everything written. */
  abandon(): Promise<void>
}

/** Throws if the file exists, before anything is read for it. */
export function requireNew(path: string): void {
  if (existsSync(path))
    throw new BackupError(`${path} exists: name another file, or replace it with --force once the new backup is whole.`)
}

/** Has a temporary name until it is complete and synced; readable by its owner only, since it holds password hashes. */
export async function openOutputFile(path: string, create: typeof createAnew = createAnew): Promise<Output> {
  const partial = `${path}.partial`
  const file = await create(partial).catch((cause: Error) => {
    throw new BackupError(`The backup cannot be written: ${cause.message}`, cause)
  })
  return {
    write: (chunk) => writeAll(file, chunk).catch((cause) => rethrowAsBackupError(path, cause)),
    async complete() {
      await file.sync().catch((cause) => rethrowAsBackupError(path, cause))
      await file.close()
      await rename(partial, path)
      await syncFolder(dirname(path))
    },
    async abandon() {
      await file.close().catch(() => {})
      await rm(partial, { force: true })
    },
  }
}

export function openStandardOutput(stream: Writable = process.stdout): Output {
  // A closed pipe is reported by the failing write; without a listener it would end the process.
  stream.on('error', () => {})
  return {
    write: (chunk) =>
      new Promise((resolve, reject) => {
        stream.write(chunk, (cause) =>
          cause
            ? reject(new BackupError('Standard output was closed before the backup was complete.', cause))
            : resolve(),
        )
      }),
    complete: async () => {},
    abandon: async () => {},
  }
}

/** Not over an earlier one, which others might read. */
async function createAnew(path: string): Promise<FileHandle> {
  await rm(path, { force: true })
  return open(path, 'wx', 0o600)
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
}

function rethrowAsBackupError(path: string, cause: NodeJS.ErrnoException): never {
  const isFull = cause.code === 'ENOSPC' || cause.code === 'EDQUOT' || cause.code === 'EFBIG'
  throw new BackupError(
    isFull
      ? `There is no space left for ${path}; nothing is kept of it.`
      : `${path} cannot be written: ${cause.message}`,
    cause,
  )
}
