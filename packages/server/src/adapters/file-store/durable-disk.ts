import { access, type FileHandle, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FileStoreError } from '../../ports/file-store.ts'
import { syncFolder } from '../data-folder/durable-folder.ts'

/** Opens a file to write; tests pass one that runs out of space. */
export type OpenFile = (path: string, flags: string, mode: number) => Promise<FileHandle>

/** Nobody but the server's own user reads what people uploaded. */
export const FILE_MODE = 0o600
export const FOLDER_MODE = 0o700

const FULL_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Of bad sectors and damaged file systems. The last is EUCLEAN, for which libuv has no name. */
const UNREADABLE_CODES: ReadonlySet<string> = new Set([
  'EIO',
  'EREMOTEIO',
  'EBADMSG',
  'ENODATA',
  'Unknown system error -117',
])

export async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, at).catch(rethrowDiskError)
    at += bytesWritten
  }
}

/** The rename itself must reach the disk too: a folder is synced like a file. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await syncFolder(dirname(to))
}

export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** The error of a read, by its fault if the disk is the cause. */
export function toReadError(cause: unknown): unknown {
  if (!UNREADABLE_CODES.has((cause as NodeJS.ErrnoException).code ?? '')) return cause
  return new FileStoreError('unreadable', 'the disk cannot read the file', cause)
}

export function rethrowDiskError(cause: NodeJS.ErrnoException): never {
  if (FULL_CODES.has(cause.code ?? '')) throw new FileStoreError('full', 'no space is left for the file', cause)
  throw cause
}
