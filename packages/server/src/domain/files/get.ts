import { within } from '../../ports/within.ts'
import type { Preview, StoredFile } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { createSemaphore, runMetered } from '../quotas/index.ts'
import { createSharedWork } from '../shared-work.ts'
import { type FileRow, findOwnFile, toStoredFile } from './file-row.ts'
import { readFileOnce } from './read.ts'

/** Enough for some hundred megabytes; a longer read continues in the background and is available on the next request. */
const PATIENCE_MS = 20_000

/** Requests for a preview use the threads of jobs: one of an account at a time. */
const parsing = createSemaphore({ concurrent: 2, waitingPerAccount: 16 })
const previewing = createSharedWork<FileRow>()

/**
 * A file with its preview. The first request starts the parsing, at the expense of the owner. The signal gives up the place in the
 * queue; a parse that has begun is completed, for the next request. OVERLOADED if too many files of the account wait.
 */
export async function getFile(
  ctx: Context,
  caller: Caller,
  filename: string,
  signal?: AbortSignal,
): Promise<{ file: StoredFile; preview?: Preview }> {
  const found = await findOwnFile(ctx, caller, filename)
  const isUnread = found.state === 'stored'
  const row = isUnread ? ((await withPatience(ctx, readInTurn(ctx, caller, filename, signal))) ?? found) : found
  return { file: await toStoredFile(ctx, row), ...(row.preview && { preview: row.preview }) }
}

function readInTurn(ctx: Context, caller: Caller, filename: string, signal?: AbortSignal): Promise<FileRow> {
  const read = async (): Promise<FileRow> => {
    // While it waited, a job may have parsed the file.
    const file = await findOwnFile(ctx, caller, filename)
    return runMetered(ctx, file.ownerId, (own) => readFileOnce(own, file))
  }
  const begin = (shared: { signal: AbortSignal }) => parsing.run(caller.accountId, read, shared.signal)
  return previewing.join(filename, begin, { signal })
}

async function withPatience<T>({ clock }: Context, work: Promise<T>): Promise<T | undefined> {
  // There may be no caller left when it fails.
  work.catch(() => {})
  return within(clock, PATIENCE_MS, work)
}
