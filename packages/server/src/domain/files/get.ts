import { setTimeout } from 'node:timers/promises'
import type { Preview, StoredFile } from '../../schema/wire-types.ts'
import type { Caller, Context } from '../context.ts'
import { findOwnFile, toStoredFile } from './file-row.ts'
import { readFileOnce } from './read.ts'

/** Enough for some hundred megabytes; a longer read continues in the background and is available on the next request. */
const patienceMs = 20_000

/** A file with its preview. The first request starts the parsing. */
export async function getFile(
  ctx: Context,
  caller: Caller,
  filename: string,
): Promise<{ file: StoredFile; preview?: Preview }> {
  const found = await findOwnFile(ctx, caller, filename)
  const isUnread = found.state === 'stored'
  const row = isUnread ? ((await withPatience(readFileOnce(ctx, found))) ?? found) : found
  return { file: await toStoredFile(ctx, row), ...(row.preview && { preview: row.preview }) }
}

async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
  // There may be no caller left when it fails.
  work.catch(() => {})
  return Promise.race([work, setTimeout(patienceMs, undefined, { ref: false })])
}
