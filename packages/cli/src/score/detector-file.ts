import { access, constants, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { StreamSize } from '@omen/engine'
import { exitCode } from '../exit-code.ts'
import { CliError, UsageError } from '../failures.ts'
import { createDetectorBook, type DetectorBook, restoreDetectorBook } from './detector-book.ts'

/**
 * The detectors in a file, or new ones where there is no file yet. Throws a CliError with BAD_STATE for a file that cannot be
 * gone on from, and a UsageError where a size was asked for that is not theirs.
 */
export async function loadDetectors(path: string, size: StreamSize | undefined): Promise<DetectorBook> {
  // Told before hours of work, not after them.
  await access(dirname(path), constants.W_OK)
  const book = restore(path, await readIfThere(path))
  if (book === undefined) return createDetectorBook(size ?? 'standard')
  if (size !== undefined && size !== book.size) {
    throw new UsageError(`--size ${size}: the detectors in ${path} are of size ${book.size}`, 'Leave --size out.')
  }
  return book
}

/** Written beside and renamed: whatever happens, the old state or the new one is there, whole. */
export async function saveDetectors(path: string, book: DetectorBook): Promise<void> {
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, book.save(), { flush: true })
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

function restore(path: string, bytes: Buffer | undefined): DetectorBook | undefined {
  if (bytes === undefined) return undefined
  try {
    return restoreDetectorBook(bytes)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const hint = 'Take the file away to begin anew: the detectors then learn the series again.'
    const message = `${path}: the state cannot be used, ${cause.message}`
    throw new CliError(message, { code: 'BAD_STATE', exit: exitCode.failed, hint, cause })
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
