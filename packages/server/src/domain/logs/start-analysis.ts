import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../ports/database.ts'
import { jobs, logFiles } from '../../schema/index.ts'
import type { Caller, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { findOwnFile } from '../files/index.ts'
import { createDoneJob, createJob, type JobRow } from '../jobs/index.ts'
import { requireStorage } from '../quotas/index.ts'
import { toLogResult } from './read-file.ts'

/** A job that reads a file as a log; the one that is at work where there is one, a finished one where it was read before. */
export async function startLogAnalysis(
  ctx: Context,
  caller: Caller,
  { filename, again }: { readonly filename: string; readonly again: boolean },
): Promise<JobRow> {
  const file = await findOwnFile(ctx, caller, filename)
  if (file.state === 'receiving') throw new DomainError('UPLOAD_INCOMPLETE')
  if (file.state === 'expired') throw new DomainError('NOT_FOUND', { message: 'The file has expired.' })
  const job = {
    ownerId: caller.accountId,
    title: file.uploadFileName,
    parameters: { kind: 'logs', filename: file.id, uploadFileName: file.uploadFileName },
  } as const
  const [read] = await ctx.db.select().from(logFiles).where(eq(logFiles.fileId, file.id))
  if (read && !again) return createDoneJob(ctx, { ...job, result: await toLogResult(ctx, read) })
  const isAtWork = and(eq(jobs.kind, 'logs'), inArray(jobs.state, ['queued', 'running']))
  // How much its lines take is known once they are read
  const makeWithRoom = async (tx: Database): Promise<typeof job> => {
    await requireStorage(ctx, tx, { accountId: caller.accountId, bytes: 1, linesOf: file.id })
    return job
  }
  const waiting = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.ownerId, caller.accountId), isAtWork))
  return waiting.find(({ parameters }) => parameters.filename === file.id) ?? createJob(ctx, makeWithRoom)
}
