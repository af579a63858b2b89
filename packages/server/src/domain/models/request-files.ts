import type { Interval } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { fromFailure } from '../failure.ts'
import {
  type Dataset,
  type FileRow,
  findOwnFile,
  isLargerThan,
  readFileOnce,
  readIntervals,
  requirePoints,
} from '../files/index.ts'

const MEBIBYTE = 1_048_576
/** Decompressed. Parsed within a fraction of a second, so that an unusable file is rejected at once, not by a failed job. */
const SMALL_BYTES = 16 * MEBIBYTE
/** Decompressed. Interval files are recognised, and read, by their first mebibyte. */
const INTERVAL_BYTES = MEBIBYTE

/** Parses a small file before creating its job, and throws if it is unusable; a large file is left to the job. */
export async function readIfSmall(ctx: Context, file: FileRow): Promise<Dataset | undefined> {
  if (file.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (file.failure) throw fromFailure(file.failure)
  const isLeft = file.state === 'stored' && (await isLargerThan(ctx, file, SMALL_BYTES))
  return isLeft ? undefined : (await requirePoints(ctx, file)).dataset
}

/** Checks that the filter file holds known-abnormal intervals before creating a job that needs it. */
export async function checkIntervals(ctx: Context, caller: Caller, filename: string | undefined): Promise<void> {
  if (filename === undefined) return
  const file = await findOwnFile(ctx, caller, filename)
  if (file.state === 'stored' && (await isLargerThan(ctx, file, INTERVAL_BYTES)))
    throw noIntervals('is larger than 1 MiB')
  await requireIntervals(ctx, await readFileOnce(ctx, file))
}

function noIntervals(message: string): DomainError {
  return new DomainError('BAD_INTERVALS', { details: [{ field: 'filenameFilter', message }] })
}

export async function requireIntervals(ctx: Context, file: FileRow): Promise<readonly Interval[]> {
  const read = await readFileOnce(ctx, file)
  if (read.failure) throw fromFailure({ ...read.failure, code: 'BAD_INTERVALS' })
  if (read.preview?.kind !== 'intervals') throw noIntervals('is not a file of start,end lines')
  return readIntervals(ctx, read)
}
