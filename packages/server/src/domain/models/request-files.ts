import type { Interval } from '@omen/engine'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { fromFailure } from '../failure.ts'
import {
  type DatasetRow,
  type FileRow,
  findOwnFile,
  readFileOnce,
  readIntervals,
  requirePoints,
} from '../files/index.ts'

/** Read within a fraction of a second, so that a file that cannot be used is refused at once and not by a failed job. */
const smallBytes = 16 * 1024 * 1024

/** Reads a small file before a job is made of it, and throws why it cannot be used; a large one is left to the job. */
export async function readIfSmall(ctx: Context, file: FileRow): Promise<DatasetRow | undefined> {
  if (file.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (file.failure) throw fromFailure(file.failure)
  const isLeft = file.bytes > smallBytes && file.state === 'stored'
  return isLeft ? undefined : (await requirePoints(ctx, file)).dataset
}

/** The file of known-abnormal stretches must be one before a job is made that needs it. */
export async function checkIntervals(ctx: Context, caller: Caller, filename: string | undefined): Promise<void> {
  if (filename === undefined) return
  const file = await findOwnFile(ctx, caller, filename)
  await requireIntervals(ctx, await readFileOnce(ctx, file))
}

export async function requireIntervals(ctx: Context, file: FileRow): Promise<readonly Interval[]> {
  const read = await readFileOnce(ctx, file)
  if (read.failure) throw fromFailure({ ...read.failure, code: 'BAD_INTERVALS' })
  if (read.preview?.kind !== 'intervals')
    throw new DomainError('BAD_INTERVALS', {
      details: [{ field: 'filenameFilter', message: 'is not a file of start,end lines' }],
    })
  return readIntervals(ctx, read)
}
