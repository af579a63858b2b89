import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type LogFolder, toFileError } from './log-folders.ts'

export interface LogFile {
  readonly path: string
  /** Its name without what rotation and habit append: checkout of checkout.log.1. */
  readonly service: string
  readonly handle: FileHandle
  readonly stats: BigIntStats
}

const gzip = Buffer.from([0x1f, 0x8b])

/** Undefined for what is no log file: a pipe, a folder, compressed content, a link to somewhere that is not allowed; or if it is gone. */
export async function openLogFile(folder: LogFolder, path: string): Promise<LogFile | undefined> {
  const real = await folder.resolve(path)
  if (real === undefined) return undefined
  let handle: FileHandle | undefined
  try {
    // Links were followed; a pipe would wait for its writer
    handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const stats = await handle.stat({ bigint: true })
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    if (stats.isFile() && !buffer.equals(gzip)) return { path, service: serviceOf(path), handle, stats }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    await handle?.close()
    if (['ENOENT', 'ELOOP', 'EISDIR', 'ENXIO', 'EINVAL'].includes(code)) return undefined
    throw toFileError(error, path)
  }
  await handle.close()
  return undefined
}

function serviceOf(path: string): string {
  return basename(path)
    .replace(/([.-]\d[\d-]*)+$/, '')
    .replace(/\.(log|txt|out)([.-]\d[\d-]*)*$/, '')
}
